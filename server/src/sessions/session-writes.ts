import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';

export async function insertSessions(
  tx: Transaction,
  sessions: readonly { id: string; userId: string }[],
  lifeMs: number,
): Promise<{ id: string; userId: string; expiresAt: Date }[]> {
  const { rows } = await tx.client.query<{ id: string; userId: string; expiresAt: Date }>({
    name: 'sessions-insert',
    text: `INSERT INTO sessions (id, user_id, expires_at)
      SELECT s.id, s.user_id, clock_timestamp() + $3 * interval '1 millisecond' FROM unnest($1::uuid[], $2::uuid[]) AS s (id, user_id)
      RETURNING id, user_id AS "userId", expires_at AS "expiresAt"`,
    values: [sessions.map(({ id }) => id), sessions.map(({ userId }) => userId), lifeMs],
  });
  return rows;
}

export interface SessionsToEnd {
  userId: string | readonly string[];
  /** Only this one. */
  sessionId?: string;
  /** All but this one. */
  exceptSessionId?: string;
  reason: string;
}

/** Ends sessions and tells every server, in one statement. */
export async function endSessions(tx: Transaction, which: SessionsToEnd): Promise<void> {
  const { userId, sessionId, exceptSessionId, reason } = which;
  await tx.client.query({
    name: 'sessions-end',
    text: `WITH ended AS (
        UPDATE sessions SET ended_at = clock_timestamp(), end_reason = $4
        WHERE user_id = ANY($1::uuid[]) AND ended_at IS NULL
          AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR id <> $3)
        RETURNING id, user_id)
      INSERT INTO session_changes (user_id, session_id) SELECT user_id, id FROM ended`,
    values: [
      typeof userId === 'string' ? [userId] : userId,
      sessionId ?? null,
      exceptSessionId ?? null,
      reason,
    ],
  });
}

/** Every server looks at these users again: role, names or picture differ. */
export async function tellUsersChanged(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await tx.client.query({
    name: 'users-changed',
    text: 'INSERT INTO session_changes (user_id) SELECT * FROM unnest($1::uuid[])',
    values: [userIds],
  });
}

/** Undefined when the session ended meanwhile. */
export async function prolongSession(
  db: Database,
  { sessionId, userId }: { sessionId: string; userId: string },
  lifeMs: number,
): Promise<Date | undefined> {
  const { rows } = await db.pool.query<{ expiresAt: Date }>({
    name: 'sessions-prolong',
    text: `WITH prolonged AS (
        UPDATE sessions SET expires_at = greatest(expires_at, clock_timestamp() + $2 * interval '1 millisecond')
        WHERE id = $1 AND ended_at IS NULL AND expires_at > clock_timestamp() RETURNING expires_at),
      told AS (INSERT INTO session_changes (user_id) SELECT $3::uuid FROM prolonged)
      SELECT expires_at AS "expiresAt" FROM prolonged`,
    values: [sessionId, lifeMs, userId],
  });
  return rows[0]?.expiresAt;
}

/** What every server has long read. */
export async function purgeSessionChanges(db: Database): Promise<void> {
  await db.pool.query("DELETE FROM session_changes WHERE at < clock_timestamp() - interval '1 hour'");
}
