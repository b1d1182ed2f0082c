interface Shared<Value> {
  startedAtMs: number;
  reading: Promise<Value>;
}

/**
 * Shares a read among all calls within a time, for replies without anything of the caller. What they receive is at most
 * this old. A failed read is not shared with later calls.
 */
export class SharedReads<Value> {
  readonly #forMs: number;
  readonly #nowMs: () => number;
  /** In the order of their start. */
  readonly #shared = new Map<string, Shared<Value>>();

  /** `nowMs` returns monotonic milliseconds. */
  constructor(forMs: number, nowMs: () => number) {
    this.#forMs = forMs;
    this.#nowMs = nowMs;
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const startedAtMs = this.#nowMs();
    for (const [other, shared] of this.#shared) {
      if (shared.startedAtMs > startedAtMs - this.#forMs) break;
      this.#shared.delete(other);
    }
    const shared = this.#shared.get(key) ?? { startedAtMs, reading: read() };
    this.#shared.set(key, shared);
    shared.reading.catch(() => this.#shared.get(key) === shared && this.#shared.delete(key));
    return shared.reading;
  }
}
