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

describe('the rate', () => {
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
