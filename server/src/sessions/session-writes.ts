import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { SessionOrigin } from './session-origin.ts';

/** The lifetime of every session, without a renewal and with renewals (S3a). */
export interface SessionLife {
  lifeMs: number;
  longestLifeMs: number;
}

export interface SessionTimes {
  issuedAt: Date;
  expiresAt: Date;
}

export async function insertSessions(
  tx: Transaction,
  sessions: readonly { id: string; userId: string }[],
  { lifeMs, longestLifeMs }: SessionLife,
  origin?: SessionOrigin,
): Promise<({ id: string; userId: string } & SessionTimes)[]> {
  const { rows } = await tx.client.query<{ id: string; userId: string } & SessionTimes>({
    name: 'sessions-insert',
    text: `INSERT INTO sessions (id, user_id, device, network, created_at, authenticated_at, last_used_at, expires_at)
      SELECT s.id, s.user_id, $5, $6, now.at, now.at, now.at, now.at + least($3::bigint, $4::bigint) * interval '1 millisecond'
      FROM unnest($1::uuid[], $2::uuid[]) AS s (id, user_id), (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS now
      RETURNING id, user_id AS "userId", created_at AS "issuedAt", expires_at AS "expiresAt"`,
    values: [
      sessions.map(({ id }) => id),
      sessions.map(({ userId }) => userId),
      lifeMs,
      longestLifeMs,
      origin?.device ?? null,
      origin?.network ?? null,
    ],
  });
  return rows;
}

export interface SessionsToEnd {
  userId: string | readonly string[];
  /** Only this session. */
  sessionId?: string;
  /** All but this session. */
  exceptSessionId?: string;
  reason: string;
}

/** Ends sessions with their push subscriptions (W23) and notifies every server, in one statement. Returns how many were open. */
export async function endSessions(tx: Transaction, which: SessionsToEnd): Promise<number> {
  const { userId, sessionId, exceptSessionId, reason } = which;
  const { rowCount } = await tx.client.query({
    name: 'sessions-end',
    text: `WITH ended AS (
        UPDATE sessions SET ended_at = clock_timestamp(), end_reason = $4
        WHERE user_id = ANY($1::uuid[]) AND ended_at IS NULL
          AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR id <> $3)
        RETURNING id, user_id),
      unsubscribed AS (DELETE FROM push_subscriptions WHERE session_id IN (SELECT id FROM ended))
      INSERT INTO session_changes (user_id, session_id) SELECT user_id, id FROM ended`,
    values: [
      typeof userId === 'string' ? [userId] : userId,
      sessionId ?? null,
      exceptSessionId ?? null,
      reason,
    ],
  });
  return rowCount ?? 0;
}

/** Notifies every server that these users' role, names or picture changed. */
export async function publishUserChanges(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await tx.client.query({
    name: 'users-changed',
    text: 'INSERT INTO session_changes (user_id) SELECT * FROM unnest($1::uuid[])',
    values: [userIds],
  });
}

/** Moves the end of the session; returns undefined when it ended meanwhile. */
export async function prolongSession(
  db: Database,
  { sessionId, userId }: { sessionId: string; userId: string },
  { lifeMs, longestLifeMs }: SessionLife,
): Promise<SessionTimes | undefined> {
  const { rows } = await db.pool.query<SessionTimes>({
    name: 'sessions-prolong',
    text: `WITH prolonged AS (
        UPDATE sessions s SET expires_at = least(
          greatest(s.expires_at, now.at + $2::bigint * interval '1 millisecond'),
          s.created_at + $4::bigint * interval '1 millisecond')
        FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS now
        WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now.at RETURNING now.at, s.expires_at),
      published AS (INSERT INTO session_changes (user_id) SELECT $3::uuid FROM prolonged)
      SELECT at AS "issuedAt", expires_at AS "expiresAt" FROM prolonged WHERE expires_at > at`,
    values: [sessionId, lifeMs, userId, longestLifeMs],
  });
  return rows[0];
}
