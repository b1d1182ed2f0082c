import { once } from 'node:events';
import type { Database } from '../db/database.ts';
import type { RedisConnections } from '../redis.ts';
import { openEpoch, readIdentity } from './open-epoch.ts';

export interface EpochsOptions {
  db: Database;
  /** Where servers share the latest lines that they used. */
  redis?: Pick<RedisConnections, 'commands' | 'prefix'>;
  log: { warn(fields: object, text: string): void };
}

const REDIS_PATIENCE_MS = 2_000;
/** In a score, a later epoch counts more than a later timeline. */
const TIMELINES = 2 ** 20;

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
 * new epoch. A promotion is another timeline; a primary from before it is refused (see Primary).
 */
export class Epochs {
  readonly #db: Database;
  readonly #redis: EpochsOptions['redis'];
  readonly #log: EpochsOptions['log'];
  readonly #listeners = new Set<() => void>();
  #confirmed: Confirmed = { epoch: 0, flushed: 0n };

  constructor({ db, redis, log }: EpochsOptions) {
    this.#db = db;
    this.#redis = redis;
    db.primary.onLater = () => void this.#exchangeLines();
    this.#log = log;
  }

  /** The latest epoch that the database confirmed; 0 before the first read. */
  get current(): number {
    return this.#confirmed.epoch;
  }

  /** Learns the latest lines from Redis if it answers: before the first connection, which may lead to an old primary. */
  async start(): Promise<void> {
    const commands = this.#redis?.commands;
    if (!commands) return;
    const signal = AbortSignal.timeout(REDIS_PATIENCE_MS);
    if (commands.status !== 'ready') await once(commands, 'ready', { signal }).catch(() => {});
    await this.#exchangeLines();
  }

  /** Registers a listener that is called after each change from one epoch to another, not for the first. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Reads the epoch, and opens a new one if the database was restored. */
  async refresh(): Promise<number> {
    void this.#exchangeLines();
    // Taken before the read: a state confirmed during the read may be newer than the read.
    const before = this.#confirmed;
    const found = await readIdentity(this.#db);
    const epoch = found.epoch ?? 0;
    if (!found.isSame) return this.#open(before.epoch, 'another cluster, timeline or database');
    if (epoch < before.epoch) return this.#open(before.epoch, 'rows from before the current epoch');
    const flushed = BigInt(found.flushed);
    if (epoch === before.epoch && flushed < before.flushed)
      return this.#open(before.epoch, 'a write-ahead log that is shorter than before');
    this.#db.primary.learn(found.system, { timeline: found.timeline, epoch });
    this.#confirm({ epoch, flushed });
    return this.#confirmed.epoch;
  }

  /** Tells the other servers the latest line of each system, and learns theirs. */
  async #exchangeLines(): Promise<void> {
    const { commands, prefix } = this.#redis ?? {};
    const { primary } = this.#db;
    const key = `${prefix}:lines`;
    try {
      for (const [system, { timeline, epoch }] of primary.lines)
        await commands?.zadd(key, 'GT', String(epoch * TIMELINES + timeline), system);
      const all = (await commands?.zrange(key, '0', '-1', 'WITHSCORES')) ?? [];
      for (let at = 0; at < all.length; at += 2) {
        const score = Number(all[at + 1]);
        const line = { timeline: score % TIMELINES, epoch: Math.floor(score / TIMELINES) };
        primary.learn(all[at] as string, line);
      }
    } catch {
      // Without Redis each server remembers what it used itself.
    }
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
