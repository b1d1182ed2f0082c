/** Upper bounds of the buckets in milliseconds; the last one is open. */
export const LATENCY_BOUNDS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 2_000, 5_000,
] as const;

const NO_COUNTS = new Uint32Array(LATENCY_BOUNDS_MS.length + 1);

/** Counts of durations by bucket. Those of several rooms or servers add up bucket by bucket. */
export class Latency {
  #buckets = NO_COUNTS;
  count = 0;
  sumMs = 0;
  maxMs = 0;

  get buckets(): Readonly<Uint32Array> {
    return this.#buckets;
  }

  /** A negative duration, from two clocks that differ, counts as none. */
  record(ms: number): void {
    const durationMs = Math.max(0, ms);
    let at = 0;
    while (at < LATENCY_BOUNDS_MS.length && durationMs > (LATENCY_BOUNDS_MS[at] ?? 0)) at += 1;
    // Most rooms never measure anything.
    if (this.#buckets === NO_COUNTS) this.#buckets = new Uint32Array(NO_COUNTS.length);
    this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
    this.count += 1;
    this.sumMs += durationMs;
    if (durationMs > this.maxMs) this.maxMs = durationMs;
  }

  read(): { count: number; p50: number; p99: number; max: number } {
    const { buckets, count, maxMs } = this;
    const p50 = Math.min(maxMs, quantileMs(buckets, 0.5) ?? 0);
    const p99 = Math.min(maxMs, quantileMs(buckets, 0.99) ?? 0);
    return { count, p50, p99, max: maxMs };
  }
}

/** The upper bound of the bucket the quantile lies in: never better than it was. Undefined when nothing was counted. */
export function quantileMs(buckets: ArrayLike<number>, share: number): number | undefined {
  let count = 0;
  for (let at = 0; at < buckets.length; at += 1) count += buckets[at] ?? 0;
  if (count === 0) return undefined;
  let left = Math.ceil(count * share);
  for (const [at, bound] of LATENCY_BOUNDS_MS.entries()) {
    left -= buckets[at] ?? 0;
    if (left <= 0) return bound;
  }
  // Beyond the last bound nobody knows how far.
  return LATENCY_BOUNDS_MS[LATENCY_BOUNDS_MS.length - 1];
}
