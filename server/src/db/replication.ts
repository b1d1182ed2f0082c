import type { Replication as ReplicationReport } from '@copup/shared/replication.ts';
import type pg from 'pg';
import { Refusal } from '../errors.ts';

const LOOK_EVERY_MS = 400;
/** Where no commit is to wait for a standby. */
const LOOK_SELDOM_MS = 5_000;
/** A synchronous standby that lacks what was written this many looks ago is late. */
const PATIENCE_LOOKS = 2;
/** Ends the waits of commits, which then are on the primary only. Their replies say so in a notice. */
const END_WAITS = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
  WHERE usename = session_user AND datname = current_database() AND wait_event = 'SyncRep'`;

interface Found extends Pick<ReplicationReport, 'wanted' | 'standbys' | 'slots'> {
  can_read: boolean;
  /** Of the write-ahead log, in bytes. */
  position: number;
  confirmed: number | null;
}

export interface FollowOptions {
  log: { warn(fields: object, text: string): void; info(fields: object, text: string): void };
  /** Whether commands that move coins are carried out without a synchronous standby. */
  mayGoOn: () => boolean;
}

/**
 * Whether commits reach a synchronous standby, and what happens without one (P9). PostgreSQL would let every commit wait
 * until the standby is back. Here sessions stop to wait once it is gone or late: then commits are on the primary only.
 * Where that is not allowed, transactions that move coins are refused, and such a commit whose wait was ended is never
 * answered as done.
 */
export class Replication {
  readonly #createPool: () => pg.Pool;
  #pool: pg.Pool | undefined;
  #timer: NodeJS.Timeout | undefined;
  #follow: FollowOptions | undefined;
  #found: Found | undefined;
  #positions: number[] = [];
  #isSynchronous = false;
  #unconfirmed = 0;
  /** Sessions whose commits do not wait. */
  readonly #local = new WeakSet<pg.ClientBase>();
  /** Sessions that were taken from the pool while a standby confirmed commits. */
  readonly #covered = new WeakSet<pg.ClientBase>();
  /** Sessions whose last commit stopped to wait. */
  readonly #ended = new WeakSet<pg.ClientBase>();

  /** The pool has one connection: a look must not wait behind commits. */
  constructor(createPool: () => pg.Pool) {
    this.#createPool = createPool;
  }

  get report(): ReplicationReport {
    const { can_read = false, wanted = false, standbys = [], slots = [] } = this.#found ?? {};
    const other = standbys.length > 0 ? 'asynchronous' : 'none';
    const state = this.#isSynchronous ? 'synchronous' : can_read ? other : 'unknown';
    return { state, wanted, standbys, slots, unconfirmed: this.#unconfirmed };
  }

  /** Looks now and then again and again, until `stop`. */
  async follow(options: FollowOptions): Promise<void> {
    this.#follow = options;
    this.#pool = this.#createPool();
    await this.#look();
    this.#schedule();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  /** Applies to every session that the pool opens and gives out. */
  attach(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      client.on('notice', ({ routine }) => {
        if (routine === 'SyncRepWaitForLSN') this.#ended.add(client);
      });
    });
    pool.on('acquire', (client) => this.#prepare(client));
  }

  /**
   * Call it before coins are moved. Returns whether a standby must confirm the commit. Throws NO_STANDBY when it must and
   * there is none.
   */
  mustConfirm(client: pg.ClientBase): boolean {
    if (this.#follow?.mayGoOn() !== false) return false;
    if (!this.#covered.has(client))
      throw new Refusal('NO_STANDBY', 'Coins cannot be moved at the moment. Nothing was changed.', {
        retryAfterS: 2,
      });
    return true;
  }

  /**
   * Call it after each commit that has written: returns whether a standby confirmed it. Counts it if not, where one should
   * have.
   */
  isConfirmed(client: pg.ClientBase): boolean {
    if (this.#covered.has(client) && !this.#ended.delete(client)) return true;
    if (this.#found?.wanted || this.#follow?.mayGoOn() === false) this.#unconfirmed += 1;
    return false;
  }

  /** Sent before the next statement of the session, without a round trip of its own. */
  #prepare(client: pg.ClientBase): void {
    this.#ended.delete(client);
    this.#covered[this.#isSynchronous ? 'add' : 'delete'](client);
    const isLocal = this.#found?.wanted === true && this.#found.can_read && !this.#isSynchronous;
    if (isLocal === this.#local.has(client)) return;
    this.#local[isLocal ? 'add' : 'delete'](client);
    // A lost connection also fails the statement after it.
    client
      .query(isLocal ? 'SET synchronous_commit = local' : 'RESET synchronous_commit')
      .catch(() => undefined);
  }

  #schedule(): void {
    if (!this.#pool) return;
    const isIdle = this.#found?.wanted === false && this.#follow?.mayGoOn();
    this.#timer = setTimeout(
      () => void this.#look().then(() => this.#schedule()),
      isIdle ? LOOK_SELDOM_MS : LOOK_EVERY_MS,
    ).unref();
  }

  async #look(): Promise<void> {
    try {
      const result = await this.#pool?.query<{ found: Found }>('SELECT read_replication() AS found');
      const found = result?.rows[0]?.found;
      if (!found) return;
      this.#note(found);
      if (found.wanted && found.can_read && !this.#isSynchronous && this.#follow?.mayGoOn())
        await this.#pool?.query(END_WAITS);
    } catch {
      // The database is away, which others report. Another primary has other positions.
      this.#positions = [];
    }
  }

  #note(found: Found): void {
    const was = { isKnown: this.#found !== undefined, isSynchronous: this.#isSynchronous };
    const isLate =
      this.#positions.length === PATIENCE_LOOKS && (found.confirmed ?? 0) < Number(this.#positions[0]);
    this.#positions = [...this.#positions, found.position].slice(-PATIENCE_LOOKS);
    this.#found = found;
    this.#isSynchronous = found.wanted && found.confirmed !== null && !isLate;
    const { log } = this.#follow ?? {};
    const { standbys } = found;
    if (was.isSynchronous && !this.#isSynchronous)
      log?.warn({ standbys }, 'no synchronous standby confirms commits: they are on the primary only');
    else if (!was.isKnown && found.wanted && !this.#isSynchronous)
      log?.warn(
        { standbys },
        found.can_read
          ? 'PostgreSQL has no synchronous standby: commits are on the primary only'
          : 'the replication cannot be seen: GRANT pg_monitor to the role of DATABASE_OWNER_URL',
      );
    else if (was.isKnown && !was.isSynchronous && this.#isSynchronous)
      log?.info({ standbys }, 'a synchronous standby confirms commits');
  }
}
