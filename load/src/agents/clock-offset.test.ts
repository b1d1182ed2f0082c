import { expect, it } from 'vitest';
import { measureOffset } from './clock-offset.ts';

it('takes the offset of the fastest round trip, whose error is the smallest', async () => {
  let nowMs = 1_000;
  const trips = [
    [40, 10],
    [2, 2],
    [300, 5],
    [9, 1],
    [50, 50],
    [60, 0],
    [7, 30],
    [80, 2],
    [5, 90],
  ];
  const offset = await measureOffset(
    async () => {
      const [thereMs = 0, backMs = 0] = trips.shift() ?? [];
      nowMs += thereMs;
      const other = nowMs + 5_000;
      nowMs += backMs;
      return other;
    },
    () => nowMs,
  );
  expect(offset).toEqual({ offsetMs: 5_000, roundTripMs: 4 });
  expect(trips).toEqual([]);
});
