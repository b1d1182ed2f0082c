import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../errors.ts';
import { countTaps, isSuspiciousRate, recordRate, type TapRate, type TapState } from './tap-rules.ts';

const START_MS = 1_000_000;
const batch = (number: number, stream = 1) => ({ stream, batch: number });

const tapped = (...given: Parameters<typeof countTaps>) => {
  const counted = countTaps(...given);
  if (counted instanceof Refusal) throw counted;
  return counted;
};

describe('the token bucket of taps', () => {
  it('C2 starts full, with 15 taps, and drops taps above', () => {
    const { state, result } = tapped(undefined, { count: 20 }, START_MS);
    expect(result).toEqual({ accepted: 15, dropped: 5, repeated: false });
    expect(tapped(state, { count: 1 }, START_MS).result.accepted).toBe(0);
    expect(tapped(state, { count: 20 }, START_MS + 200).result).toEqual({
      accepted: 3,
      dropped: 17,
      repeated: false,
    });
  });

  it('C2 refills to at most 15, after any pause', () => {
    const { state } = tapped(undefined, { count: 15 }, START_MS);
    expect(tapped(state, { count: 100 }, START_MS + 3_600_000).result.accepted).toBe(15);
  });

  it('C2 a clock that steps back refills nothing', () => {
    const { state } = tapped(undefined, { count: 15 }, START_MS);
    expect(tapped(state, { count: 5 }, START_MS - 60_000).result.accepted).toBe(0);
  });

  it('C2 counts at most 15 plus 15 a second, for any batches and streams', () => {
    const sent = fc.record({
      pauseMs: fc.nat(400),
      count: fc.integer({ min: 1, max: 40 }),
      stream: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 60 }), (batches) => {
        let state: TapState | undefined;
        let nowMs = START_MS;
        let counted = 0;
        for (const [at, { pauseMs, count, stream }] of batches.entries()) {
          nowMs += pauseMs;
          const next = tapped(state, { count, batch: batch(at + 1, stream) }, nowMs);
          state = next.state ?? state;
          if (!next.result.repeated) counted += next.result.accepted;
          expect(counted).toBeLessThanOrEqual(15 + ((nowMs - START_MS) * 15) / 1_000 + 1e-6);
        }
      }),
    );
  });
});

describe('numbered batches', () => {
  it('C2 a repeated batch adds nothing and returns the first result', () => {
    const first = tapped(undefined, { count: 20, batch: batch(1) }, START_MS);
    const again = tapped(first.state, { count: 20, batch: batch(1) }, START_MS + 5_000);
    expect(again).toEqual({ state: undefined, result: { accepted: 15, dropped: 5, repeated: true } });
    const next = tapped(first.state, { count: 2, batch: batch(2) }, START_MS + 5_000);
    expect(next.result).toEqual({ accepted: 2, dropped: 0, repeated: false });
    expect(tapped(next.state, { count: 20, batch: batch(1) }, START_MS + 6_000).result).toMatchObject({
      accepted: 0,
      repeated: true,
    });
  });

  it('C2 two pages of a player number their batches independently and share one bucket', () => {
    const one = tapped(undefined, { count: 10, batch: batch(1, 7) }, START_MS);
    const two = tapped(one.state, { count: 10, batch: batch(1, 8) }, START_MS);
    expect(two.result).toEqual({ accepted: 5, dropped: 5, repeated: false });
  });

  it('C2 the oldest of any number of streams is counted once, and a page above the maximum is refused', () => {
    let state: TapState | undefined;
    for (let stream = 1; stream <= 256; stream += 1)
      state = tapped(state, { count: 1, batch: batch(1, stream) }, START_MS + stream * 100).state;
    expect(tapped(state, { count: 1, batch: batch(1, 1) }, START_MS + 90_000)).toMatchObject({
      state: undefined,
      result: { accepted: 1, repeated: true },
    });
    expect(countTaps(state, { count: 1, batch: batch(1, 257) }, START_MS + 90_000)).toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(tapped(state, { count: 1, batch: batch(2, 1) }, START_MS + 90_000).result.accepted).toBe(1);
  });
});

describe('the streams of a player', () => {
  const stateOf = (numbers: readonly number[]): TapState => ({
    ...{ tokens: 9.5, atMs: START_MS, rate: undefined },
    streams: numbers.map((stream) => [stream, 1, 1, 0]),
  });

  it.each([
    ['the first', [], 1, [[1, 2, 3, 0]]],
    ['the only one', [1], 1, [[1, 2, 3, 0]]],
    [
      'another',
      [2],
      1,
      [
        [2, 1, 1, 0],
        [1, 2, 3, 0],
      ],
    ],
    [
      'one of several',
      [1, 2],
      1,
      [
        [2, 1, 1, 0],
        [1, 2, 3, 0],
      ],
    ],
  ])('C2 keep the last batch of each: %s', (_, before, stream, streams) => {
    const { state } = tapped(stateOf(before), { count: 3, batch: batch(2, stream) }, START_MS);
    expect(state).toEqual({ tokens: 6.5, atMs: START_MS, streams, rate: recordRate(undefined, 3, START_MS) });
  });

  it('C2 stay when a tap has no number; C6 the rate begins with the first tap that counts', () => {
    const empty = { ...stateOf([1, 2]), tokens: 0.5 };
    expect(tapped(empty, { count: 3 }, START_MS)).toEqual({
      state: empty,
      result: { accepted: 0, dropped: 3, repeated: false },
    });
    const rate = recordRate(undefined, 1, START_MS);
    const next = tapped({ ...empty, rate }, { count: 3 }, START_MS + 10).state;
    expect(next).toMatchObject({ tokens: 0.65, rate });
  });
});

describe('the rate', () => {
  const first = { fromMs: START_MS, taps: 60, windows: 0, wasSlow: false };
  it.each<[string, TapRate | undefined, number, Partial<TapRate>]>([
    ['begins with the first tap', undefined, 0, { fromMs: START_MS, taps: 8 }],
    ['adds taps in a window', first, 4_999, { taps: 68 }],
    ['adds taps while the clock steps back', first, -7_000, { taps: 68 }],
    ['ends a slow window', first, 5_000, { fromMs: START_MS + 5_000, taps: 8, windows: 1, wasSlow: true }],
    ['ends a fast window', { ...first, taps: 68 }, 9_999, { fromMs: START_MS + 5_000, taps: 8, windows: 1 }],
    [
      'counts a window of 90 % of the cap as slow',
      { ...first, taps: 67.5 },
      5_000,
      { fromMs: START_MS + 5_000, taps: 8, windows: 1, wasSlow: true },
    ],
    [
      'counts a window without a tap as slow',
      { ...first, taps: 75, windows: 2 },
      10_000,
      { fromMs: START_MS + 10_000, taps: 8, windows: 4, wasSlow: true },
    ],
    ['stays slow', { ...first, wasSlow: true }, 1, { taps: 68, wasSlow: true }],
    [
      'stays slow in further windows',
      { ...first, taps: 75, wasSlow: true },
      5_000,
      { fromMs: START_MS + 5_000, taps: 8, windows: 1, wasSlow: true },
    ],
  ])('C6 %s', (_, before, afterMs, expected) => {
    const unchanged = before ?? { windows: 0, wasSlow: false };
    expect(recordRate(before, 8, START_MS + afterMs)).toEqual({ ...unchanged, ...expected });
  });

  const play = (perSecond: number, seconds: number): TapRate | undefined => {
    let rate: TapRate | undefined;
    for (let at = 0; at < seconds * 4; at += 1) rate = recordRate(rate, perSecond / 4, START_MS + at * 250);
    return rate;
  };
  const endMs = START_MS + 20_000;

  it('C6 flags a player who stayed above 90 % of the cap throughout', () => {
    expect(isSuspiciousRate(play(14, 20), endMs)).toBe(true);
  });

  it.each([
    ['13 a second', play(13, 20)],
    ['a pause before the end', play(15, 14)],
    ['less than two windows', recordRate(undefined, 150, endMs - 9_000)],
    ['no tap', undefined],
  ])('C6 does not flag %s', (_, rate) => {
    expect(isSuspiciousRate(rate, endMs)).toBe(false);
  });
});
