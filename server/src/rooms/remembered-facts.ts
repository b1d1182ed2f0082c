import { BatchReads } from '../concurrency/batch-reads.ts';
import { Missing } from './missing.ts';

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
