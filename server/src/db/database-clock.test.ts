import { expect, it } from 'vitest';
import { OffsetEstimate } from './database-clock.ts';

/** Returns a measurement of a clock that is `aheadMs` ahead, with these durations of request and reply. */
function measure(
  estimate: OffsetEstimate,
  atMs: number,
  aheadMs: number,
  [there, back]: [number, number],
): void {
  estimate.add(atMs, atMs + there + back, atMs + there + aheadMs);
}

it('P7 the offset comes from the shortest round trip, regardless of slow asymmetric ones', () => {
  const estimate = new OffsetEstimate();
  measure(estimate, 0, 3_600_000, [400, 10]);
  expect(estimate.ms).toBe(3_600_195);
  measure(estimate, 500, 3_600_000, [1, 1]);
  expect(estimate.ms).toBe(3_600_000);
  measure(estimate, 1_000, 3_600_000, [2, 900]);
  measure(estimate, 3_000, 3_600_000, [300, 2]);
  expect(estimate.ms).toBe(3_600_000);
});

it('P7 the offset follows a drifting clock, and a jump of an hour at once', () => {
  const estimate = new OffsetEstimate();
  measure(estimate, 0, 0, [1, 1]);
  for (let second = 2; second <= 600; second += 2) measure(estimate, second * 1_000, second * 0.05, [3, 3]);
  expect(Math.abs((estimate.ms ?? 0) - 30)).toBeLessThan(10);
  measure(estimate, 602_000, -3_600_000, [200, 200]);
  expect(Math.abs((estimate.ms ?? 0) + 3_600_000)).toBeLessThanOrEqual(200);
});
