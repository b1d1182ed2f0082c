import type { ErrorCode } from '@copup/shared/errors.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { singleFlight } from '../concurrency/single-flight.ts';
import type { Database } from '../db/database.ts';
import type { Settings } from '../settings/settings.ts';
import { SessionCache } from './session-cache.ts';
import { SessionLoader } from './session-loader.ts';
import type { SessionOrigin } from './session-origin.ts';
import {
  type ChangesPosition,
  findChangesPosition,
  readSessionChanges,
  type SessionChange,
} from './session-rows.ts';
import { SessionUses } from './session-uses.ts';
import {
  endSessions,
  insertSessions,
  prolongSession,
  publishUserChanges,
  type SessionLife,
  type SessionTimes,
} from './session-writes.ts';
import type { NewSession, Sessions, Viewer } from './sessions.ts';
import { sessionEnded, type TokenClaims, type Tokens } from './tokens.ts';

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
 * Creates the sessions of this server (S3): each is read once and cached; its end reaches every server within a second,
 * with or without Redis.
 */
export function createSessions(options: SessionsOptions): Sessions {
  const { db, clock, log, settings, tokens, newId } = options;
  /** How far the database's clock, which is authoritative (P7), is ahead of this process's monotonic clock. */
  let databaseAheadMs = clock.wallMs() - clock.monotonicMs();
  const nowMs = () => clock.monotonicMs() + databaseAheadMs;
  const uses = new SessionUses(db);
  const cache = new SessionCache(MAX_REMEMBERED);
  const loader = new SessionLoader(db, (viewer) => cache.set(viewer));
  const endedListeners = new Set<(sessionId: string, code: ErrorCode) => void>();
  const changedListeners = new Set<(viewer: Viewer) => void>();
  let position: ChangesPosition | undefined;
  let mustReloadAll = false;
  let timers: NodeJS.Timeout[] = [];

  const life = (): SessionLife => ({
    lifeMs: settings.get('sessionHours') * HOUR_MS,
    longestLifeMs: settings.get('sessionDays') * DAY_MS,
  });

  function forgetEnded(sessionId: string): void {
    cache.delete(sessionId);
    for (const listener of endedListeners) listener(sessionId, 'SESSION_ENDED');
  }

  /** Reads cached sessions again and reports those that ended. */
  async function reload(sessionIds: readonly string[]): Promise<void> {
    await Promise.all(
      sessionIds.map(async (sessionId) => {
        const viewer = await loader.load(sessionId);
        if (!viewer) return forgetEnded(sessionId);
        for (const listener of changedListeners) listener(viewer);
      }),
    );
  }

  async function apply(changes: readonly SessionChange[]): Promise<void> {
    const changedUsers = new Set<string>();
    for (const change of changes) {
      loader.noteChange(change);
      if (change.sessionId === null) changedUsers.add(change.userId);
      else forgetEnded(change.sessionId);
    }
    await reload([...changedUsers].flatMap((userId) => cache.idsOfUser(userId)));
  }

  async function readOnce(): Promise<void> {
    try {
      if (mustReloadAll || !position) {
        mustReloadAll = false;
        position = await findChangesPosition(db);
        await reload(cache.ids());
      }
      const read = await readSessionChanges(db, position);
      position = read.position;
      databaseAheadMs = read.databaseMs - clock.monotonicMs();
      mustReloadAll ||= read.isOtherHistory;
      await apply(read.changes);
      await reload(cache.idsExpiredAt(nowMs()));
    } catch (error) {
      // The next read may reach another database with another history: then every cached session is read again.
      mustReloadAll = true;
      throw error;
    }
  }

  /** A read that started before this call may miss the caller's change, so it is followed by another. */
  const reading = singleFlight(readOnce);
  const readChanges = () => reading.fresh();

  function readPeriodically(): void {
    timers = [
      setInterval(() => {
        if (reading.isRunning) return;
        readChanges().catch((error: unknown) => log.warn({ err: error }, 'ended sessions could not be read'));
      }, READ_EVERY_MS),
      setInterval(() => {
        uses.write().catch((error: unknown) => log.warn({ err: error }, 'uses of sessions were not written'));
      }, WRITE_USES_EVERY_MS),
    ];
    for (const timer of timers) timer.unref();
  }

  const tokenFor = (
    sessionId: string,
    userId: string,
    { issuedAt, expiresAt }: SessionTimes,
  ): NewSession => ({
    sessionId,
    token: tokens.sign({
      sessionId,
      userId,
      issuedAtMs: issuedAt.getTime(),
      expiresAtMs: expiresAt.getTime(),
    }),
    issuedAt,
    expiresAt,
  });

  async function createMany(
    tx: Parameters<Sessions['createMany']>[0],
    userIds: readonly string[],
    origin?: SessionOrigin,
  ) {
    const created = await insertSessions(
      tx,
      userIds.map((userId) => ({ id: newId(), userId })),
      life(),
      origin,
    );
    return new Map(created.map(({ id, userId, ...times }) => [userId, tokenFor(id, userId, times)]));
  }

  function admit(viewer: Viewer | undefined, { userId }: TokenClaims, address: string | undefined): Viewer {
    if (!viewer || viewer.userId !== userId) throw sessionEnded();
    uses.note(viewer.sessionId, address, nowMs());
    return viewer;
  }

  return {
    authenticate(token, address) {
      const atMs = nowMs();
      // Each HTTP request has an address and sends the token again; a socket sends it once.
      const claims = tokens.verify(token, atMs, address !== undefined);
      const cached = cache.get(claims.sessionId);
      // The token outlives the cached session when another server has just renewed it.
      if (cached === undefined || cached.expiresAtMs <= atMs)
        return loader.load(claims.sessionId).then((viewer) => admit(viewer, claims, address));
      return admit(cached, claims, address);
    },
    current: (sessionId) => {
      const viewer = cache.get(sessionId);
      return viewer && viewer.expiresAtMs > nowMs() ? viewer : undefined;
    },
    async create(tx, userId, origin) {
      const session = (await createMany(tx, [userId], origin)).get(userId);
      if (!session) throw new Error('the insert of a session returned no row');
      return session;
    },
    createMany: (tx, userIds) => createMany(tx, userIds),
    end: endSessions,
    publishUserChanges,
    async renew(viewer) {
      const times = await prolongSession(db, viewer, life());
      if (!times) throw sessionEnded();
      return tokenFor(viewer.sessionId, viewer.userId, times);
    },
    onEnded(listener) {
      endedListeners.add(listener);
      return () => endedListeners.delete(listener);
    },
    onChanged(listener) {
      changedListeners.add(listener);
      return () => changedListeners.delete(listener);
    },
    readChanges,
    reloadAll() {
      mustReloadAll = true;
    },
    writeUses: () => uses.write(),
    async start() {
      if (timers.length > 0) return;
      position = await findChangesPosition(db);
      await readChanges();
      readPeriodically();
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}
