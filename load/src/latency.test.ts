import { describe, expect, it } from 'vitest';
import { Latencies } from './latency.ts';

describe('latencies', () => {
  it('merge to the same figures as one histogram of all values', () => {
    const [one, other, all] = [new Latencies(), new Latencies(), new Latencies()];
    for (let ms = 1; ms <= 1_000; ms += 1) {
      (ms % 3 === 0 ? one : other).record(ms);
      all.record(ms);
    }
    one.add(other);
    expect(one.percentiles()).toEqual(all.percentiles());
    expect(one.buckets()).toEqual(all.buckets());
    expect(one.buckets().reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
    expect(one.at(99)).toBeGreaterThanOrEqual(990);
    expect(one.at(99)).toBeLessThan(992);
  });

  it('have no figures without values', () => {
    const none = new Latencies();
    expect(none.percentiles()).toMatchObject({ count: 0, p50: Number.NaN, max: Number.NaN });
    expect(none.buckets()).toEqual([]);
  });

  it('record negative times as 0 and hours as the maximum', () => {
    const odd = new Latencies();
    odd.record(-5);
    odd.record(1e9, 2);
    expect(odd.percentiles()).toMatchObject({ count: 3 });
    expect(odd.max).toBeGreaterThan(590_000);
  });
});
