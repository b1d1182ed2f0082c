import type { PoolClient } from 'pg';
import type { Database } from '../db/database.ts';

export interface SessionChange {
  userId: string;
  /** Null: every session of the user has new facts. Otherwise this session ended. */
  sessionId: string | null;
}

/** Writes of transactions that were running at the last read have ids at or above this one. */
export interface ChangesPosition {
  xmin: string;
  /** One past the highest transaction id assigned at that read. */
  xmax: string;
}

export interface ChangesRead {
  changes: SessionChange[];
  position: ChangesPosition;
  /** The database's clock at the read, in epoch milliseconds. */
  databaseMs: number;
  /** The ids decreased: the database was restored or replaced, so no cached fact is valid. */
  isOtherHistory: boolean;
}

/** Returns the start position: what commits after this call is found by the next read. */
export async function findChangesPosition(db: Database): Promise<ChangesPosition> {
  const { rows } = await db.pool.query<ChangesPosition>({
    name: 'session-changes-position',
    text: 'SELECT pg_snapshot_xmin(s)::text AS xmin, pg_snapshot_xmax(s)::text AS xmax FROM pg_current_snapshot() AS s',
  });
  const [position] = rows;
  if (!position) throw new Error('the query of the current snapshot returned no row');
  return position;
}

/**
 * Gives changes restored from another cluster the id of the caller's transaction; with ids that this cluster has not
 * assigned, every server would read them again and again. They are read once more. Returns their number.
 */
export async function repairSessionChanges(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE session_changes SET xid = pg_current_xact_id() WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())
       AND xid > pg_current_xact_id()`,
  );
  return rowCount ?? 0;
}

/**
 * Reads all changes of transactions that had not ended at `since`. Row ids are assigned before the commit, so reading
 * "after the last id" would miss late commits; below the snapshot's xmin all transactions had ended, so nothing is
 * missed. Some changes are returned twice.
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
  if (!row) throw new Error('the query of session changes returned no row');
  const { changes, databaseMs, ...position } = row;
  return { changes, position, databaseMs, isOtherHistory: BigInt(position.xmax) < BigInt(since.xmax) };
}
