import type { CountedBatch, TapState } from './tap-rules.ts';

/**
 * A player's state as it is stored: a flat list of numbers, which the server and PostgreSQL write and parse three times as
 * fast as an object with names. The bucket's tokens and time; the pace's start (0 without a pace), taps, windows and
 * whether it was slow; then four numbers for each stream.
 */
export type StoredTapState = readonly number[];

const HEAD = 6;
const PER_STREAM = 4;

export function encodeTapState({ tokens, atMs, streams, pace }: TapState): StoredTapState {
  const head = [Math.round(tokens * 1_000) / 1_000, atMs];
  const ofPace = pace ? [pace.fromMs, pace.taps, pace.windows, pace.wasSlow ? 1 : 0] : [0, 0, 0, 0];
  return [...head, ...ofPace, ...streams.flat()];
}

export function decodeTapState(stored: StoredTapState): TapState {
  const [tokens = 0, atMs = 0, fromMs = 0, taps = 0, windows = 0, wasSlow = 0] = stored;
  const streams: CountedBatch[] = [];
  for (let at = HEAD; at < stored.length; at += PER_STREAM)
    streams.push(stored.slice(at, at + PER_STREAM) as unknown as CountedBatch);
  return {
    tokens,
    atMs,
    streams,
    ...(fromMs > 0 && { pace: { fromMs, taps, windows, wasSlow: wasSlow === 1 } }),
  };
}
