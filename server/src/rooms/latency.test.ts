import { expect, it } from 'vitest';
import { Latency, quantileMs } from './metrics.ts';

it('O2 a quantile is the upper bound of its bucket, never lower than the real value', () => {
  const latency = new Latency();
  for (let ms = 1; ms <= 100; ms += 1) latency.record(ms);
  expect(latency.count).toBe(100);
  expect([0.5, 0.99].map((share) => quantileMs(latency.buckets, share))).toEqual([50, 100]);
});

it('O2 an empty histogram has no quantile', () => {
  expect(quantileMs(new Latency().buckets, 0.99)).toBeUndefined();
});

it('O2 durations beyond the last bound and below zero are counted', () => {
  const latency = new Latency();
  latency.record(60_000);
  latency.record(-5);
  expect(latency.count).toBe(2);
  expect(latency.sumMs).toBe(60_000);
  expect(latency.buckets[0]).toBe(1);
  expect(latency.buckets.at(-1)).toBe(1);
});
