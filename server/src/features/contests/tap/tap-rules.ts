import { tapBucket } from '@copup/shared/tap-limits.ts';
import { Refusal } from '../../../errors.ts';

/** Maximum number of streams of a player: one for each page that taps. None is dropped, so each batch counts once. */
const STREAMS = 256;
/** The cap is checked in windows of this length (C6). */
const WINDOW_MS = 5_000;
const SUSPICIOUS_SHARE = 0.9;
const SUSPICIOUS_WINDOWS = 2;
const SUSPICIOUS_TAPS = (SUSPICIOUS_SHARE * tapBucket.perSecond * WINDOW_MS) / 1_000;

/** How fast a player tapped, from the first tap on. */
export interface TapRate {
  /** Start of the current window. */
  fromMs: number;
  /** Taps in the current window. */
  taps: number;
  /** Number of finished windows. */
  windows: number;
  /** Whether a window had 90 % of the cap or less. */
  wasSlow: boolean;
}

/** The last batch of a stream, with its counts. */
export type CountedBatch = readonly [stream: number, batch: number, accepted: number, dropped: number];

/** The stored state of a player (C2). */
export interface TapState {
  /** Taps left in the bucket at `atMs`. */
  tokens: number;
  atMs: number;
  streams: readonly CountedBatch[];
  /** Undefined before the first counted tap. */
  rate: TapRate | undefined;
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

/**
 * Counts one batch (C2): at most the taps that the bucket allows now; a repeated batch returns its first result and
 * adds nothing. Refuses the batches of further pages when the maximum number of streams is stored.
 */
export function countTaps(
  state: TapState | undefined,
  { count, batch }: TapInput,
  nowMs: number,
): { state: TapState | undefined; result: TapResult } | Refusal {
  const streams = state?.streams ?? [];
  const last = batch && streams.find(([stream]) => stream === batch.stream);
  if (batch && last && batch.batch <= last[1]) {
    const isLast = batch.batch === last[1];
    const [accepted, dropped] = isLast ? [last[2], last[3]] : [0, count];
    return { state: undefined, result: { accepted, dropped, repeated: true } };
  }
  if (batch && !last && streams.length >= STREAMS)
    return new Refusal('BAD_REQUEST', `You have tapped on ${STREAMS} pages. Continue on one of them.`);
  const tokens = refill(state, nowMs);
  const accepted = Math.min(count, Math.floor(tokens));
  const dropped = count - accepted;
  return {
    state: {
      tokens: tokens - accepted,
      atMs: nowMs,
      streams: batch ? remember(streams, [batch.stream, batch.batch, accepted, dropped]) : streams,
      rate: accepted > 0 || state?.rate ? recordRate(state?.rate, accepted, nowMs) : undefined,
    },
    result: { accepted, dropped, repeated: false },
  };
}

/** Refills the bucket. A new player's bucket is full. A clock that steps back refills nothing. */
function refill(state: TapState | undefined, nowMs: number): number {
  if (!state) return tapBucket.burst;
  const gained = (Math.max(0, nowMs - state.atMs) * tapBucket.perSecond) / 1_000;
  return Math.min(tapBucket.burst, state.tokens + gained);
}

function remember(streams: readonly CountedBatch[], counted: CountedBatch): CountedBatch[] {
  if (streams.length === 0 || (streams.length === 1 && streams[0]?.[0] === counted[0])) return [counted];
  return [...streams.filter(([stream]) => stream !== counted[0]), counted];
}

export function recordRate(rate: TapRate | undefined, taps: number, nowMs: number): TapRate {
  if (!rate) return { fromMs: nowMs, taps, windows: 0, wasSlow: false };
  const over = Math.max(0, Math.floor((nowMs - rate.fromMs) / WINDOW_MS));
  if (over === 0) {
    const { fromMs, windows, wasSlow } = rate;
    return { fromMs, taps: rate.taps + taps, windows, wasSlow };
  }
  return {
    fromMs: rate.fromMs + over * WINDOW_MS,
    taps,
    windows: rate.windows + over,
    // Further finished windows had no taps.
    wasSlow: rate.wasSlow || rate.taps <= SUSPICIOUS_TAPS || over > 1,
  };
}

/**
 * Returns whether the rate was above 90 % of the cap in every window from the first tap to the end, with at least two
 * windows (C6).
 */
export function isSuspiciousRate(rate: TapRate | undefined, endMs: number): boolean {
  if (!rate) return false;
  const { wasSlow, windows } = recordRate(rate, 0, endMs);
  return !wasSlow && windows >= SUSPICIOUS_WINDOWS;
}
