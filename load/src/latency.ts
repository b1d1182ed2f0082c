import { build, type Histogram } from 'hdr-histogram-js';
import type { Percentiles } from './result.ts';

const MICROSECONDS_PER_MS = 1_000;
const LONGEST_MS = 600_000;
const BUCKET_GROWTH = 1.25;
const bucketCount = bucketOf(LONGEST_MS) + 1;

function bucketOf(ms: number): number {
  return ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(BUCKET_GROWTH));
}

/** An HDR histogram of milliseconds, stored in microseconds, exact to three digits. */
export class Latencies {
  readonly #histogram: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_MS * MICROSECONDS_PER_MS,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });

  readonly #buckets = new Array<number>(bucketCount).fill(0);

  /** Records a time. Clocks of one machine may differ by a millisecond, so a negative time counts as 0. */
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
    // The upper edge of a bucket may be above the maximum.
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
      p95: this.at(95),
      p99: this.at(99),
      p999: this.at(99.9),
      max: this.max,
    };
  }

  /** Returns the buckets from the first to the last that is not empty, each with its upper edge and count. */
  buckets(): { upToMs: number; count: number }[] {
    const first = this.#buckets.findIndex((count) => count > 0);
    const last = this.#buckets.findLastIndex((count) => count > 0);
    if (first < 0) return [];
    return this.#buckets
      .slice(first, last + 1)
      .map((count, at) => ({ upToMs: BUCKET_GROWTH ** (first + at), count }));
  }
}
