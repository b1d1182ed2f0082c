import { BatchReads } from '../single-flight.ts';

const MAX_REMEMBERED = 10_000;

/**
 * One fact for each id that never changes once it exists. Concurrent lookups share one query. Ids without the fact are
 * remembered for a second, or until `noteExists`.
 */
export class RememberedFacts<Fact> {
  readonly #reads: BatchReads<Fact>;
  readonly #missing: Missing;
  readonly #known = new Map<string, Fact>();

  constructor(read: (ids: string[]) => Promise<Map<string, Fact>>, nowMs: () => number) {
    this.#reads = new BatchReads(read);
    this.#missing = new Missing(nowMs);
  }

  async get(id: string): Promise<Fact | undefined> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const found = await this.#missing.read(id, () => this.#reads.get(id));
    if (found !== undefined) this.#remember(id, found);
    return found;
  }

  noteExists(id: string): void {
    this.#missing.forget(id);
  }

  #remember(id: string, fact: Fact): void {
    const oldest = this.#known.keys().next();
    if (this.#known.size >= MAX_REMEMBERED && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(id, fact);
  }
}

const MAX_KNOWN = 10_000;
const KNOWN_FOR_MS = 1_000;

/**
 * Names that were recently not found: a repeated lookup within a second costs no query. At most 10,000. A name created
 * on this server is removed at once; one created on another server is found after the second.
 */
export class Missing {
  readonly #nowMs: () => number;
  readonly #missingUntilMs = new Map<string, number>();
  /** Lookups in progress. One that started before a `forget` is not recorded. */
  readonly #lookups = new Map<string, symbol>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Returns what `read` finds; undefined without a read for a name that is known to be missing. */
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
