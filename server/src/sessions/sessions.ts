import type { ErrorCode } from '@copup/shared/errors.ts';
import type { OperatorRole } from '@copup/shared/rights.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Settings } from '../settings/settings.ts';
import { singleFlight } from '../single-flight.ts';
import { SessionCache, SessionLoader, SessionUses } from './session-cache.ts';
import {
  type ChangesPosition,
  findChangesPosition,
  readSessionChanges,
  type SessionChange,
} from './session-changes.ts';
import type { SessionOrigin } from './session-origin.ts';
import {
  endSessions,
  insertSessions,
  prolongSession,
  publishUserChanges,
  type SessionLife,
  type SessionTimes,
} from './session-writes.ts';
import { sessionEnded, type TokenClaims, type Tokens } from './tokens.ts';

/** The signed-in user of a request. Role and names come from the database, never from the token (S3). */
export interface Viewer {
  userId: string;
  sessionId: string;
  /** 1 is an operator. */
  role: 0 | 1;
  /** What an operator may do (S8). */
  operatorRole: OperatorRole | null;
  realm: number;
  username: string;
  /** Path of the user's own picture. */
  profile: string | null;
  /** Whether a second factor is enrolled and confirmed (S8a). */
  hasSecondFactor: boolean;
  /** The end of the suspension that was in force when the session was read (S10). */
  suspendedUntilMs: number | null;
  /** When the password (or Google) was last used to authenticate. */
  authenticatedAtMs: number;
  /** When the session ends unless it is renewed. */
  expiresAtMs: number;
}

export interface NewSession {
  sessionId: string;
  token: string;
  issuedAt: Date;
  expiresAt: Date;
}

export interface SessionsOptions {
  db: Database;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'error'>;
  settings: Pick<Settings, 'get'>;
  tokens: Pick<Tokens, 'sign' | 'verify'>;
  newId: () => string;
}

const READ_EVERY_MS = 500;
const WRITE_USES_EVERY_MS = 60_000;
const MAX_REMEMBERED = 100_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The sessions of this server (S3): each is read once and cached; its end reaches every server within a second, with or
 * without Redis.
 */
export class Sessions {
  readonly #given: SessionsOptions;
  /** How far the database's clock, which is authoritative (P7), is ahead of this process's monotonic clock. */
  #databaseAheadMs: number;
  readonly #uses: SessionUses;
  readonly #cache = new SessionCache(MAX_REMEMBERED);
  readonly #loader: SessionLoader;
  readonly #endedListeners = new Set<(sessionId: string, code: ErrorCode) => void>();
  readonly #changedListeners = new Set<(viewer: Viewer) => void>();
  /** A read that started before a call may miss the caller's change, so it is followed by another. */
  readonly #reading = singleFlight(() => this.#readOnce());
  #position: ChangesPosition | undefined;
  #mustReloadAll = false;
  #timers: NodeJS.Timeout[] = [];

  /**
   * Ends one session of a user, or all of one or many. Every server applies it within a second of the commit, with or
   * without Redis. Returns how many were open.
   */
  readonly end = endSessions;
  /** Announces that role, names or picture of these users differ after the commit. */
  readonly publishUserChanges = publishUserChanges;

  constructor(given: SessionsOptions) {
    this.#given = given;
    this.#databaseAheadMs = given.clock.wallMs() - given.clock.monotonicMs();
    this.#uses = new SessionUses(given.db);
    this.#loader = new SessionLoader(given.db, (viewer) => this.#cache.set(viewer));
  }

  /**
   * Returns synchronously for a cached session, whose facts may be half a second old (S3). Throws, or rejects, with
   * NOT_SIGNED_IN or SESSION_ENDED. Records the use of the session, and the network of `address` (S8a).
   */
  authenticate(token: string, address?: string): Viewer | Promise<Viewer> {
    const atMs = this.#nowMs();
    // Each HTTP request has an address and sends the token again; a socket sends it once.
    const claims = this.#given.tokens.verify(token, atMs, address !== undefined);
    const cached = this.#cache.get(claims.sessionId);
    // The token outlives the cached session when another server has just renewed it.
    if (cached === undefined || cached.expiresAtMs <= atMs)
      return this.#loader.load(claims.sessionId).then((viewer) => this.#admit(viewer, claims, address));
    return this.#admit(cached, claims, address);
  }

  /** Returns the cached facts of a session, without a query; undefined when it ended or is not cached. */
  current(sessionId: string): Viewer | undefined {
    const viewer = this.#cache.get(sessionId);
    return viewer && viewer.expiresAtMs > this.#nowMs() ? viewer : undefined;
  }

  async create(tx: Transaction, userId: string, origin?: SessionOrigin): Promise<NewSession> {
    const session = (await this.createMany(tx, [userId], origin)).get(userId);
    if (!session) throw new Error('the insert of a session returned no row');
    return session;
  }

  /** Creates one session for each user, in one statement. */
  async createMany(
    tx: Transaction,
    userIds: readonly string[],
    origin?: SessionOrigin,
  ): Promise<Map<string, NewSession>> {
    const sessions = userIds.map((userId) => ({ id: this.#given.newId(), userId }));
    const created = await insertSessions(tx, sessions, this.#life(), origin);
    return new Map(created.map(({ id, userId, ...times }) => [userId, this.#tokenFor(id, userId, times)]));
  }

  /**
   * Moves the end of the session, up to its absolute end (S3a), and returns a new token. Rejects with SESSION_ENDED.
   */
  async renew(viewer: Viewer): Promise<NewSession> {
    const times = await prolongSession(this.#given.db, viewer, this.#life());
    if (!times) throw sessionEnded();
    return this.#tokenFor(viewer.sessionId, viewer.userId, times);
  }

  /** Registers a listener for sessions that ended, cached here or not. It must not throw. */
  onEnded(listener: (sessionId: string, code: ErrorCode) => void): () => void {
    this.#endedListeners.add(listener);
    return () => this.#endedListeners.delete(listener);
  }

  /** Registers a listener for new facts of cached sessions. It must not throw. */
  onChanged(listener: (viewer: Viewer) => void): () => void {
    this.#changedListeners.add(listener);
    return () => this.#changedListeners.delete(listener);
  }

  /** Reads what other servers ended or changed, now instead of within 500 ms. */
  readChanges(): Promise<void> {
    return this.#reading.fresh();
  }

  /** Reads all cached sessions again within 500 ms, after a restore. */
  reloadAll(): void {
    this.#mustReloadAll = true;
  }

  /** Writes the collected uses of sessions, now instead of within a minute (S8a). */
  writeUses(): Promise<void> {
    return this.#uses.write();
  }

  /** Starts reading. Rejects when the database is unavailable. */
  async start(): Promise<void> {
    if (this.#timers.length > 0) return;
    this.#position = await findChangesPosition(this.#given.db);
    await this.readChanges();
    const warn = (message: string) => (error: unknown) => this.#given.log.warn({ err: error }, message);
    this.#timers = [
      setInterval(() => {
        if (!this.#reading.isRunning) this.readChanges().catch(warn('ended sessions could not be read'));
      }, READ_EVERY_MS),
      setInterval(() => {
        this.writeUses().catch(warn('uses of sessions were not written'));
      }, WRITE_USES_EVERY_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  #nowMs(): number {
    return this.#given.clock.monotonicMs() + this.#databaseAheadMs;
  }

  #life(): SessionLife {
    const { settings } = this.#given;
    return {
      lifeMs: settings.get('sessionHours') * HOUR_MS,
      longestLifeMs: settings.get('sessionDays') * DAY_MS,
    };
  }

  #tokenFor(sessionId: string, userId: string, { issuedAt, expiresAt }: SessionTimes): NewSession {
    const [issuedAtMs, expiresAtMs] = [issuedAt.getTime(), expiresAt.getTime()];
    const token = this.#given.tokens.sign({ sessionId, userId, issuedAtMs, expiresAtMs });
    return { sessionId, token, issuedAt, expiresAt };
  }

  #admit(viewer: Viewer | undefined, { userId }: TokenClaims, address: string | undefined): Viewer {
    if (!viewer || viewer.userId !== userId) throw sessionEnded();
    this.#uses.note(viewer.sessionId, address, this.#nowMs());
    return viewer;
  }

  async #readOnce(): Promise<void> {
    const { db, clock } = this.#given;
    try {
      if (this.#mustReloadAll || !this.#position) {
        this.#mustReloadAll = false;
        this.#position = await findChangesPosition(db);
        await this.#reload(this.#cache.ids());
      }
      const read = await readSessionChanges(db, this.#position);
      this.#position = read.position;
      this.#databaseAheadMs = read.databaseMs - clock.monotonicMs();
      this.#mustReloadAll ||= read.isOtherHistory;
      await this.#apply(read.changes);
      await this.#reload(this.#cache.idsExpiredAt(this.#nowMs()));
    } catch (error) {
      // The next read may reach another database with another history: then every cached session is read again.
      this.#mustReloadAll = true;
      throw error;
    }
  }

  async #apply(changes: readonly SessionChange[]): Promise<void> {
    const changedUsers = new Set<string>();
    for (const change of changes) {
      this.#loader.noteChange(change);
      if (change.sessionId === null) changedUsers.add(change.userId);
      else this.#forgetEnded(change.sessionId);
    }
    await this.#reload([...changedUsers].flatMap((userId) => this.#cache.idsOfUser(userId)));
  }

  /** Reads cached sessions again and reports those that ended. */
  async #reload(sessionIds: readonly string[]): Promise<void> {
    await Promise.all(
      sessionIds.map(async (sessionId) => {
        const viewer = await this.#loader.load(sessionId);
        if (!viewer) return this.#forgetEnded(sessionId);
        for (const listener of this.#changedListeners) listener(viewer);
      }),
    );
  }

  #forgetEnded(sessionId: string): void {
    this.#cache.delete(sessionId);
    for (const listener of this.#endedListeners) listener(sessionId, 'SESSION_ENDED');
  }
}
