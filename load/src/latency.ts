import { build, type Histogram } from 'hdr-histogram-js';
import type { Percentiles } from './result.ts';

const MICROSECONDS_PER_MS = 1_000;
const LONGEST_MS = 600_000;
const BUCKET_GROWTH = 1.25;
const bucketCount = bucketOf(LONGEST_MS) + 1;

function bucketOf(ms: number): number {
  return ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(BUCKET_GROWTH));
}

/** An HDR histogram in milliseconds, kept in microseconds, exact to three digits. */
export class Latencies {
  readonly #histogram: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_MS * MICROSECONDS_PER_MS,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });

  readonly #buckets = new Array<number>(bucketCount).fill(0);

  /** Clocks of one machine may differ by a millisecond: what seems to come before its cause took none. */
  record(ms: number, count = 1): void {
    const bounded = Math.min(Math.max(ms, 0), LONGEST_MS);
    this.#histogram.recordValueWithCount(Math.round(bounded * MICROSECONDS_PER_MS), count);
    const bucket = bucketOf(bounded);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + count;
  }

  add(other: Latencies): void {
    this.#histogram.add(other.#histogram);
    for (const [bucket, count] of other.#buckets.entries())
      this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + count;
  }

  reset(): void {
    this.#histogram.reset();
    this.#buckets.fill(0);
  }

  get count(): number {
    return this.#histogram.totalCount;
  }

  at(percentile: number): number {
    if (this.count === 0) return Number.NaN;
    // The upper edge of a bucket may lie above what was ever recorded.
    return Math.min(this.max, this.#histogram.getValueAtPercentile(percentile) / MICROSECONDS_PER_MS);
  }

  get max(): number {
    return this.count === 0 ? Number.NaN : this.#histogram.maxValue / MICROSECONDS_PER_MS;
  }

  percentiles(): Percentiles {
    return {
      count: this.count,
      p50: this.at(50),
      p90: this.at(90),
      p99: this.at(99),
      p999: this.at(99.9),
      max: this.max,
    };
  }

  /** How many took at most so long, and longer than the bucket before; from the first that is not empty to the last. */
  buckets(): { upToMs: number; count: number }[] {
    const first = this.#buckets.findIndex((count) => count > 0);
    const last = this.#buckets.findLastIndex((count) => count > 0);
    if (first < 0) return [];
    return this.#buckets
      .slice(first, last + 1)
      .map((count, at) => ({ upToMs: BUCKET_GROWTH ** (first + at), count }));
  }
}
