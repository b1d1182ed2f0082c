import { tapBucket } from '@copup/shared/tap-limits.ts';

/** The streams of a player that are remembered: one for each page that taps, and the oldest is forgotten. */
const STREAMS = 4;
/** C6: the cap is watched in windows of this length. */
const WINDOW_MS = 5_000;
const SUSPICIOUS_SHARE = 0.9;
const SUSPICIOUS_WINDOWS = 2;
const SUSPICIOUS_TAPS = (SUSPICIOUS_SHARE * tapBucket.perSecond * WINDOW_MS) / 1_000;

/** How fast a player tapped, from the first tap on. */
export interface TapPace {
  /** Start of the window that runs. */
  fromMs: number;
  /** Taps in it. */
  taps: number;
  /** Windows that are over. */
  windows: number;
  /** A window had 90 % of the cap or less. */
  wasSlow: boolean;
}

/** The last batch of a stream: what was counted for it. */
export type CountedBatch = readonly [stream: number, batch: number, accepted: number, dropped: number];

/** What is kept of a player (C2). */
export interface TapState {
  /** Taps left in the bucket at `atMs`. */
  tokens: number;
  atMs: number;
  /** The least recently used first. */
  streams: readonly CountedBatch[];
  /** Undefined before the first tap that counts. */
  pace: TapPace | undefined;
}

export interface TapInput {
  count: number;
  /** Absent for a tap by REST, which has no number. */
  batch?: { stream: number; batch: number };
}

export interface TapResult {
  accepted: number;
  dropped: number;
  repeated: boolean;
}

/** Counts one batch (C2): what the bucket allows now; a batch that was counted is answered as then and adds nothing. */
export function countTaps(
  state: TapState | undefined,
  { count, batch }: TapInput,
  nowMs: number,
): { state: TapState | undefined; result: TapResult } {
  const streams = state?.streams ?? [];
  const last = batch && streams.find(([stream]) => stream === batch.stream);
  if (batch && last && batch.batch <= last[1]) {
    const isLast = batch.batch === last[1];
    const [accepted, dropped] = isLast ? [last[2], last[3]] : [0, count];
    return { state: undefined, result: { accepted, dropped, repeated: true } };
  }
  const tokens = refill(state, nowMs);
  const accepted = Math.min(count, Math.floor(tokens));
  const dropped = count - accepted;
  return {
    state: {
      tokens: tokens - accepted,
      atMs: nowMs,
      streams: batch ? remember(streams, [batch.stream, batch.batch, accepted, dropped]) : streams,
      pace: accepted > 0 || state?.pace ? recordPace(state?.pace, accepted, nowMs) : undefined,
    },
    result: { accepted, dropped, repeated: false },
  };
}

/** A new player's bucket is full. A clock that steps back fills nothing. */
function refill(state: TapState | undefined, nowMs: number): number {
  if (!state) return tapBucket.burst;
  const gained = (Math.max(0, nowMs - state.atMs) * tapBucket.perSecond) / 1_000;
  return Math.min(tapBucket.burst, state.tokens + gained);
}

function remember(streams: readonly CountedBatch[], counted: CountedBatch): CountedBatch[] {
  if (streams.length === 0 || (streams.length === 1 && streams[0]?.[0] === counted[0])) return [counted];
  return [...streams.filter(([stream]) => stream !== counted[0]), counted].slice(-STREAMS);
}

export function recordPace(pace: TapPace | undefined, taps: number, nowMs: number): TapPace {
  if (!pace) return { fromMs: nowMs, taps, windows: 0, wasSlow: false };
  const over = Math.max(0, Math.floor((nowMs - pace.fromMs) / WINDOW_MS));
  if (over === 0) {
    const { fromMs, windows, wasSlow } = pace;
    return { fromMs, taps: pace.taps + taps, windows, wasSlow };
  }
  return {
    fromMs: pace.fromMs + over * WINDOW_MS,
    taps,
    windows: pace.windows + over,
    // Windows after the first one that is over had no tap at all.
    wasSlow: pace.wasSlow || pace.taps <= SUSPICIOUS_TAPS || over > 1,
  };
}

/** C6: above 90 % of the cap in every window from the first tap to the end, and there were at least two. */
export function isSuspiciousPace(pace: TapPace | undefined, endMs: number): boolean {
  if (!pace) return false;
  const { wasSlow, windows } = recordPace(pace, 0, endMs);
  return !wasSlow && windows >= SUSPICIOUS_WINDOWS;
}
