import { takeLock } from '../db/advisory-locks.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { TIMELINE } from '../db/primary.ts';
import { forgetPositions } from '../ledger/forget-positions.ts';
import { repairSessionChanges } from '../sessions/session-changes.ts';

/** Reads the identity of this database: its cluster, its timeline, and the objects that a logical restore creates anew. */
const READ = `SELECT s.system_identifier::text AS system, t.timeline, d.oid::text AS database,
    'database_epochs'::regclass::oid::text AS "table", e.epoch,
    (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text AS flushed,
    e.system_identifier = s.system_identifier::text AND e.timeline = t.timeline
      AND e.database_oid = d.oid AND e.table_oid = 'database_epochs'::regclass AS "isSame"
  FROM pg_control_system() s CROSS JOIN (SELECT ${TIMELINE} AS timeline) t
  JOIN pg_database d ON d.datname = current_database()
  LEFT JOIN LATERAL (SELECT * FROM database_epochs ORDER BY epoch DESC LIMIT 1) e ON true`;

export interface DatabaseIdentity {
  system: string;
  timeline: number;
  database: string;
  table: string;
  /** The latest epoch, null before the first. */
  epoch: number | null;
  /** Position of the write-ahead log on disk, in bytes. */
  flushed: string;
  /** Whether the latest epoch was opened on this very database; null before the first. */
  isSame: boolean | null;
}

interface OpenedEpoch {
  epoch: number;
  /** False when another server had opened it. */
  isNew: boolean;
  /** Number of session changes with transaction ids of another cluster. */
  sessionChanges: number;
}

/** Reads the epoch, and what identifies this database and its write-ahead log. */
export async function readIdentity(db: Database): Promise<DatabaseIdentity> {
  const { rows } = await db.pool.query<DatabaseIdentity>({ name: 'epochs-identity', text: READ });
  if (!rows[0]) throw new Error('pg_control_system returned no row');
  return rows[0];
}

/**
 * Returns the latest epoch if it is later than `after` and was opened on this very database; otherwise opens a new one,
 * once for all servers that detect the same restore. Resets positions that are transaction ids (roll-ups, audit), since
 * they may be those of another cluster.
 */
export async function openEpoch(db: Database, after = 0): Promise<OpenedEpoch> {
  return inTransaction(db, async ({ client }) => {
    await takeLock({ client }, 'epochs');
    const { rows } = await client.query<DatabaseIdentity>(READ);
    const found = rows[0];
    if (!found) throw new Error('pg_control_system returned no row');
    if (found.isSame && found.epoch !== null && found.epoch > after)
      return { epoch: found.epoch, isNew: false, sessionChanges: 0 };
    const { rows: written } = await client.query<{ epoch: number }>(
      `INSERT INTO database_epochs (epoch, system_identifier, timeline, database_oid, table_oid)
       VALUES (greatest(extract(epoch FROM clock_timestamp())::bigint, $1::bigint + 1), $2, $3, $4, $5) RETURNING epoch`,
      [Math.max(found.epoch ?? 0, after), found.system, found.timeline, found.database, found.table],
    );
    await forgetPositions(client);
    const sessionChanges = await repairSessionChanges(client);
    if (!written[0]) throw new Error('the insert of an epoch returned no row');
    return { epoch: written[0].epoch, isNew: true, sessionChanges };
  });
}
