export interface Count {
  points: number;
  windowMs: number;
  /** Monotonic milliseconds. */
  endsAtMs: number;
  /** Accepted here and not yet shared with the other servers. Refused ones are not shared. */
  unshared: number;
}

/** Counts in windows that start with their first point. Bounded: beyond `max` keys the oldest windows are deleted. */
export class WindowCounters {
  readonly #counts = new Map<string, Count>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(key: string, windowMs: number, nowMs: number): Count {
    let count = this.#counts.get(key);
    if (!count || count.endsAtMs <= nowMs) {
      this.#counts.delete(key);
      this.#makeRoom();
      count = { points: 0, windowMs, endsAtMs: nowMs + windowMs, unshared: 0 };
      this.#counts.set(key, count);
    }
    count.points += 1;
    return count;
  }

  get(key: string): Count | undefined {
    return this.#counts.get(key);
  }

  forgetEnded(nowMs: number): void {
    for (const [key, count] of this.#counts) if (count.endsAtMs <= nowMs) this.#counts.delete(key);
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Does not scan all keys: a client that invents keys must not make each request more expensive. */
  #makeRoom(): void {
    if (this.#counts.size < this.#max) return;
    const oldest = this.#counts.keys().next();
    if (!oldest.done) this.#counts.delete(oldest.value);
  }
}
