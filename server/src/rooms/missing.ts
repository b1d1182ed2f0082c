const MAX_KNOWN = 10_000;
const KNOWN_FOR_MS = 1_000;

/**
 * Names that were just looked up in vain: asking again within a second costs no query. At most 10,000. A name that is
 * created on this server is forgotten here at once; one created elsewhere is found after the second.
 */
export class Missing {
  readonly #nowMs: () => number;
  readonly #missingUntilMs = new Map<string, number>();
  /** Lookups under way. One that began before a `forget` proves nothing. */
  readonly #lookups = new Map<string, symbol>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** What `read` finds; undefined without reading for a name that is known to be missing. */
  async read<Value>(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const untilMs = this.#missingUntilMs.get(name);
    if (untilMs !== undefined) {
      if (this.#nowMs() < untilMs) return undefined;
      this.#missingUntilMs.delete(name);
    }
    const lookup = this.#lookups.get(name) ?? Symbol();
    this.#lookups.set(name, lookup);
    let isMissing = false;
    try {
      const found = await read();
      isMissing = found === undefined;
      return found;
    } finally {
      if (this.#lookups.get(name) === lookup) {
        this.#lookups.delete(name);
        if (isMissing) this.#note(name);
      }
    }
  }

  forget(name: string): void {
    this.#missingUntilMs.delete(name);
    this.#lookups.delete(name);
  }

  #note(name: string): void {
    const oldest = this.#missingUntilMs.keys().next();
    if (this.#missingUntilMs.size >= MAX_KNOWN && !oldest.done) this.#missingUntilMs.delete(oldest.value);
    this.#missingUntilMs.set(name, this.#nowMs() + KNOWN_FOR_MS);
  }
}
