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

  /** Reads again when the shared read started before `sinceMs`. */
  get(key: string, read: () => Promise<Value>, sinceMs = 0): Promise<Value> {
    const startedAtMs = this.#nowMs();
    for (const [other, shared] of this.#shared) {
      if (shared.startedAtMs > startedAtMs - this.#forMs) break;
      this.#shared.delete(other);
    }
    const shared = this.#shared.get(key);
    if (shared && shared.startedAtMs >= sinceMs) return shared.reading;
    const started = { startedAtMs, reading: read() };
    this.forget(key);
    this.#shared.set(key, started);
    started.reading.catch(() => this.#shared.get(key) === started && this.forget(key));
    return started.reading;
  }

  /** Later calls read again. */
  forget(key: string): void {
    this.#shared.delete(key);
  }
}
