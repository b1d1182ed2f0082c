import type { PoolClient } from 'pg';
import type { Database } from '../db/database.ts';
import type { Viewer } from './sessions.ts';

/** The sessions among these ids that may be used now, with their users as they are now. */
export async function findLiveSessions(
  db: Database,
  sessionIds: readonly string[],
): Promise<Map<string, Viewer>> {
  const { rows } = await db.pool.query<Viewer>({
    name: 'sessions-live',
    // Times as numbers: thousands come at once, and dates are slow to parse.
    text: `SELECT s.id AS "sessionId", s.user_id AS "userId", u.role, u.realm, u.username::text, u.profile,
        f.user_id IS NOT NULL AS "hasSecondFactor", ${epochMs('s.authenticated_at')} AS "authenticatedAtMs",
        ${epochMs('s.expires_at')} AS "expiresAtMs"
      FROM sessions s JOIN users u ON u.id = s.user_id
        LEFT JOIN second_factors f ON f.user_id = u.id AND f.confirmed_at IS NOT NULL
      WHERE s.id = ANY($1::uuid[]) AND s.ended_at IS NULL AND s.expires_at > statement_timestamp() AND u.deleted_at IS NULL`,
    values: [sessionIds],
  });
  return new Map(rows.map((viewer) => [viewer.sessionId, viewer]));
}

const epochMs = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`;

export interface SessionChange {
  userId: string;
  /** Null: every session of the user has new facts. Else this session ended. */
  sessionId: string | null;
}

/** What a transaction that was under way at the last look may have written since is not below this id. */
export interface ChangesPosition {
  xmin: string;
  /** One past the highest transaction id given out at that look. */
  xmax: string;
}

export interface ChangesRead {
  changes: SessionChange[];
  position: ChangesPosition;
  /** The database's clock at the read, in epoch milliseconds. */
  databaseMs: number;
  /** The ids went backwards: the database was restored or another took its place. Nothing known is to be believed. */
  isOtherHistory: boolean;
}

/** Where reading begins: whatever commits after this call is found by the next read. */
export async function findChangesPosition(db: Database): Promise<ChangesPosition> {
  const { rows } = await db.pool.query<ChangesPosition>({
    name: 'session-changes-position',
    text: 'SELECT pg_snapshot_xmin(s)::text AS xmin, pg_snapshot_xmax(s)::text AS xmax FROM pg_current_snapshot() AS s',
  });
  const [position] = rows;
  if (!position) throw new Error('the database has no snapshot');
  return position;
}

/**
 * Changes restored from another cluster carry transaction ids that this one has not given out: every server would read
 * them again and again. They get the id of the caller's transaction, and are read once more. Returns how many.
 */
export async function repairSessionChanges(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE session_changes SET xid = pg_current_xact_id() WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())
       AND xid > pg_current_xact_id()`,
  );
  return rowCount ?? 0;
}

/**
 * All changes of transactions that had not ended at `since`. Ids of rows are given before the commit, so "after the last
 * id" would miss late commits; below the snapshot's xmin everything had ended, so nothing is missed. Some come twice.
 */
export async function readSessionChanges(db: Database, since: ChangesPosition): Promise<ChangesRead> {
  const { rows } = await db.pool.query<Pick<ChangesRead, 'changes' | 'databaseMs'> & ChangesPosition>({
    name: 'session-changes',
    text: `SELECT pg_snapshot_xmin(s)::text AS xmin, pg_snapshot_xmax(s)::text AS xmax,
        extract(epoch FROM clock_timestamp())::float8 * 1000 AS "databaseMs",
        coalesce((SELECT jsonb_agg(jsonb_build_object('userId', c.user_id, 'sessionId', c.session_id))
          FROM session_changes c WHERE c.xid >= $1::xid8), '[]') AS changes
      FROM pg_current_snapshot() AS s`,
    values: [since.xmin],
  });
  const [row] = rows;
  if (!row) throw new Error('the database has no snapshot');
  const { changes, databaseMs, ...position } = row;
  return { changes, position, databaseMs, isOtherHistory: BigInt(position.xmax) < BigInt(since.xmax) };
}
