import { networkOf } from '../client-facts.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import { BatchReads } from '../single-flight.ts';
import type { SessionChange } from './session-changes.ts';
import type { Viewer } from './sessions.ts';

/** The sessions known to this server, bounded: the least recently used are evicted first. */
export class SessionCache {
  readonly #viewers = new Map<string, Viewer>();
  /** Almost all users have one session. */
  readonly #ofUser = new Map<string, readonly string[]>();
  readonly #max: number;
  /** No cached session ends before this time. */
  #earliestEndMs = Number.POSITIVE_INFINITY;

  constructor(max: number) {
    this.#max = max;
  }

  get(sessionId: string): Viewer | undefined {
    const viewer = this.#viewers.get(sessionId);
    if (viewer && this.#viewers.size >= this.#max / 2) {
      // Moves the session to the end of the eviction order; skipped while the cache is not full.
      this.#viewers.delete(sessionId);
      this.#viewers.set(sessionId, viewer);
    }
    return viewer;
  }

  set(viewer: Viewer): void {
    if (!this.#viewers.has(viewer.sessionId) && this.#viewers.size >= this.#max) {
      const oldest = this.#viewers.keys().next();
      if (!oldest.done) this.delete(oldest.value);
    }
    this.#viewers.set(viewer.sessionId, viewer);
    this.#earliestEndMs = Math.min(this.#earliestEndMs, viewer.expiresAtMs);
    const ids = this.#ofUser.get(viewer.userId);
    if (!ids) this.#ofUser.set(viewer.userId, [viewer.sessionId]);
    else if (!ids.includes(viewer.sessionId)) this.#ofUser.set(viewer.userId, [...ids, viewer.sessionId]);
  }

  delete(sessionId: string): void {
    const viewer = this.#viewers.get(sessionId);
    if (!viewer) return;
    this.#viewers.delete(sessionId);
    const left = this.idsOfUser(viewer.userId).filter((id) => id !== sessionId);
    if (left.length > 0) this.#ofUser.set(viewer.userId, left);
    else this.#ofUser.delete(viewer.userId);
  }

  idsOfUser(userId: string): readonly string[] {
    return this.#ofUser.get(userId) ?? [];
  }

  ids(): string[] {
    return [...this.#viewers.keys()];
  }

  /**
   * Returns the ids of expired sessions. Cheap while none can have expired, so it may be called at each read of
   * changes.
   */
  idsExpiredAt(nowMs: number): string[] {
    if (nowMs < this.#earliestEndMs) return [];
    const expired: string[] = [];
    this.#earliestEndMs = Number.POSITIVE_INFINITY;
    for (const [id, { expiresAtMs }] of this.#viewers) {
      if (expiresAtMs <= nowMs) expired.push(id);
      this.#earliestEndMs = Math.min(this.#earliestEndMs, expiresAtMs);
    }
    return expired;
  }
}

const MAX_WAITING = 20_000;
/** Marks a session that changed while it was read. */
const CHANGED = Symbol('changed');

/**
 * Reads sessions in batches, one query at a time. A session that changed during a read is read again, so that no result
 * is older than a change that was already known.
 */
export class SessionLoader {
  readonly #db: Database;
  readonly #keep: (viewer: Viewer) => void;
  readonly #reads: BatchReads<Viewer | typeof CHANGED>;
  readonly #changedSessions = new Set<string>();
  readonly #changedUsers = new Set<string>();
  #isReading = false;

  /** `keep` is called in the same turn in which a result was found to be fresh, before any caller receives it. */
  constructor(db: Database, keep: (viewer: Viewer) => void) {
    this.#db = db;
    this.#keep = keep;
    this.#reads = new BatchReads((sessionIds) => this.#read(sessionIds), {
      giveUpAfterMs: null,
      maxWaiting: { count: MAX_WAITING, refusal: tooMany },
    });
  }

  async load(sessionId: string): Promise<Viewer | undefined> {
    for (;;) {
      const found = await this.#reads.get(sessionId);
      if (found !== CHANGED) return found;
    }
  }

  noteChange({ sessionId, userId }: SessionChange): void {
    if (!this.#isReading) return;
    if (sessionId === null) this.#changedUsers.add(userId);
    else this.#changedSessions.add(sessionId);
  }

  async #read(sessionIds: readonly string[]): Promise<Map<string, Viewer | typeof CHANGED>> {
    this.#changedSessions.clear();
    this.#changedUsers.clear();
    this.#isReading = true;
    try {
      const found: Map<string, Viewer | typeof CHANGED> = await findLiveSessions(this.#db, sessionIds);
      for (const sessionId of sessionIds) {
        const viewer = found.get(sessionId) as Viewer | undefined;
        if (this.#changedSessions.has(sessionId) || (viewer && this.#changedUsers.has(viewer.userId)))
          found.set(sessionId, CHANGED);
        else if (viewer) this.#keep(viewer);
      }
      return found;
    } finally {
      this.#isReading = false;
    }
  }
}

/** Finds the usable sessions among these ids, with the current facts about their users. */
async function findLiveSessions(db: Database, sessionIds: readonly string[]): Promise<Map<string, Viewer>> {
  const { rows } = await db.pool.query<Viewer>({
    name: 'sessions-live',
    // Times as numbers: thousands of rows may be read at once, and dates are slow to parse.
    text: `SELECT s.id AS "sessionId", s.user_id AS "userId", u.role, u.operator_role AS "operatorRole", u.realm, u.username::text, u.profile,
        f.user_id IS NOT NULL AS "hasSecondFactor", ${epochMs('s.authenticated_at')} AS "authenticatedAtMs",
        ${epochMs('s.expires_at')} AS "expiresAtMs",
        (SELECT ${epochMs('max(x.ends_at)')} FROM suspensions x
          WHERE x.user_id = u.id AND x.ends_at > statement_timestamp()) AS "suspendedUntilMs"
      FROM sessions s JOIN users u ON u.id = s.user_id
        LEFT JOIN second_factors f ON f.user_id = u.id AND f.confirmed_at IS NOT NULL
      WHERE s.id = ANY($1::uuid[]) AND s.ended_at IS NULL AND s.expires_at > statement_timestamp() AND u.deleted_at IS NULL`,
    values: [sessionIds],
  });
  return new Map(rows.map((viewer) => [viewer.sessionId, viewer]));
}

const epochMs = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`;

function tooMany(): Refusal {
  return new Refusal('BUSY', 'Too many requests at once. Please try again.', { retryAfterS: 1 });
}

const NOTED_EVERY_MS = 5 * 60_000;
const CHUNK = 1_000;
const MOST_NOTED = 100_000;

/**
 * Collects when and from where sessions were last used (S8a). A request costs one map look-up; a session is written at
 * most once in five minutes, many in one statement, outside of requests.
 */
export class SessionUses {
  readonly #db: Database;
  readonly #notedAtMs = new Map<string, number>();
  #unwritten = new Map<string, { network: string | null; atMs: number }>();

  constructor(db: Database) {
    this.#db = db;
  }

  note(sessionId: string, address: string | undefined, nowMs: number): void {
    const notedAtMs = this.#notedAtMs.get(sessionId);
    if (notedAtMs !== undefined && nowMs - notedAtMs < NOTED_EVERY_MS) return;
    if (this.#notedAtMs.size >= MOST_NOTED) this.#notedAtMs.clear();
    this.#notedAtMs.set(sessionId, nowMs);
    if (this.#unwritten.size >= MOST_NOTED) return;
    this.#unwritten.set(sessionId, {
      network: address === undefined ? null : networkOf(address),
      atMs: nowMs,
    });
  }

  /** Writes the collected uses. Uses that could not be written are dropped: later uses replace them. */
  async write(): Promise<void> {
    const uses = [...this.#unwritten];
    this.#unwritten = new Map();
    for (let at = 0; at < uses.length; at += CHUNK) {
      const chunk = uses.slice(at, at + CHUNK);
      await this.#db.pool.query({
        name: 'sessions-used',
        text: `UPDATE sessions s SET last_used_at = greatest(s.last_used_at, to_timestamp(u.at_ms / 1000)),
            network = coalesce(u.network, s.network)
          FROM unnest($1::uuid[], $2::text[], $3::float8[]) AS u (id, network, at_ms) WHERE s.id = u.id`,
        values: [
          chunk.map(([id]) => id),
          chunk.map(([, { network }]) => network),
          chunk.map(([, { atMs }]) => atMs),
        ],
      });
    }
  }
}
