import { expect, it } from 'vitest';
import { Refusal } from '../../../errors.ts';
import { decodeTapState, encodeTapState } from './tap.play.ts';
import { countTaps, type TapState } from './tap-rules.ts';

const streams = [
  [8_123_456_789, 7, 3, 1],
  [5, 1, 0, 4],
] as const;

it.each<[string, TapState]>([
  ['a new player', { tokens: 15, atMs: 1_000, streams: [], rate: undefined }],
  [
    'a player who has tapped',
    {
      tokens: 7.25,
      atMs: 1_795_330_614_360,
      streams,
      rate: { fromMs: 1_795_330_610_000, taps: 40, windows: 3, wasSlow: true },
    },
  ],
  ['a player without a rate', { tokens: 0, atMs: 5, streams, rate: undefined }],
])('C2 the state of %s survives encoding and decoding', (_, state) => {
  expect(decodeTapState(JSON.parse(encodeTapState(state)))).toEqual(state);
});

it('C2 a counted batch is found in the stored state', () => {
  const input = { count: 9, batch: { stream: 3, batch: 4 } };
  const first = countTaps(undefined, input, 1_000);
  if (first instanceof Refusal) throw first;
  const stored = encodeTapState(first.state as TapState);
  expect(countTaps(decodeTapState(JSON.parse(stored)), input, 9_000)).toMatchObject({
    result: { ...first.result, repeated: true },
  });
});
