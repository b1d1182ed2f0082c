import type { Database } from '../db/database.ts';
import { openEpoch, readIdentity } from './open-epoch.ts';

export interface EpochsOptions {
  db: Database;
  log: { warn(fields: object, text: string): void };
}

/** The last confirmed state of the database. */
interface Confirmed {
  epoch: number;
  /** Position of the write-ahead log on disk, in bytes. */
  flushed: bigint;
}

/**
 * The epoch of this database (R5): it increases with each restore or failover, when versions may have decreased. A
 * restore shows by another cluster, timeline, database or table, by a write-ahead log that is shorter than before, by
 * an epoch older than a confirmed one, or by rows (see Reconciliation). Every server detects it; one of them stores the
 * new epoch.
 */
export class Epochs {
  readonly #db: Database;
  readonly #log: EpochsOptions['log'];
  readonly #listeners = new Set<() => void>();
  #confirmed: Confirmed = { epoch: 0, flushed: 0n };

  constructor({ db, log }: EpochsOptions) {
    this.#db = db;
    this.#log = log;
  }

  /** The latest epoch that the database confirmed; 0 before the first read. */
  get current(): number {
    return this.#confirmed.epoch;
  }

  /** Registers a listener that is called after each change from one epoch to another, not for the first. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Reads the epoch, and opens a new one if the database was restored. */
  async refresh(): Promise<number> {
    // Taken before the read: a state confirmed during the read may be newer than the read.
    const before = this.#confirmed;
    const found = await readIdentity(this.#db);
    const epoch = found.epoch ?? 0;
    if (!found.isSame) return this.#open(before.epoch, 'another cluster, timeline or database');
    if (epoch < before.epoch) return this.#open(before.epoch, 'rows from before the current epoch');
    const flushed = BigInt(found.flushed ?? 0);
    if (epoch === before.epoch && found.flushed !== null && flushed < before.flushed)
      return this.#open(before.epoch, 'a write-ahead log that is shorter than before');
    this.#confirm({ epoch, flushed });
    return this.#confirmed.epoch;
  }

  /**
   * Opens an epoch after a restore was detected while `seen` was current. Returns a later one, opened here or by
   * another server.
   */
  async open(seen: number): Promise<number> {
    return this.#open(seen, 'rows that are older than before');
  }

  async #open(after: number, evidence: string): Promise<number> {
    const { epoch, isNew } = await openEpoch(this.#db, after);
    if (isNew && this.#confirmed.epoch > 0)
      this.#log.warn({ epoch, evidence }, 'the database was restored: a new epoch is open');
    this.#confirm({ epoch, flushed: 0n });
    return this.#confirmed.epoch;
  }

  #confirm(next: Confirmed): void {
    const { epoch, flushed } = this.#confirmed;
    if (next.epoch < epoch || (next.epoch === epoch && next.flushed < flushed)) return;
    this.#confirmed = next;
    if (epoch === 0 || next.epoch === epoch) return;
    for (const listener of this.#listeners) listener();
  }
}
