import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';

/** Any constant will do; it must only differ from other advisory locks on this database. */
const LOCK = 7_301_002;

const READ = {
  name: 'rooms-epoch',
  text: `SELECT s.system_identifier::text AS system, c.timeline_id AS timeline, e.epoch,
           e.system_identifier = s.system_identifier::text AND e.timeline = c.timeline_id AS same
         FROM pg_control_system() s CROSS JOIN pg_control_checkpoint() c
         LEFT JOIN LATERAL (SELECT * FROM database_epochs ORDER BY epoch DESC LIMIT 1) e ON true`,
};

interface Row {
  system: string;
  timeline: number;
  epoch: number | null;
  same: boolean | null;
}

/**
 * The epoch of this data (R5): grows when the rows are found on another cluster or timeline than before, that is after
 * a restore or a failover, when versions may have gone back. Whoever finds that first writes it down for all.
 */
export async function readEpoch(db: Database): Promise<number> {
  const { rows } = await db.pool.query<Row>(READ);
  const row = rows[0];
  if (!row) throw new Error('the database does not say what it is');
  if (row.same && row.epoch !== null) return row.epoch;
  return writeEpoch(db, row);
}

async function writeEpoch(db: Database, found: Row): Promise<number> {
  return inTransaction(db, async ({ client }) => {
    // Servers that find it together take turns, so that one discovery gets one epoch.
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const { rows } = await client.query<{ epoch: number }>(
      `WITH latest AS (SELECT * FROM database_epochs ORDER BY epoch DESC LIMIT 1), written AS (
         INSERT INTO database_epochs (epoch, system_identifier, timeline)
         SELECT greatest(extract(epoch FROM clock_timestamp())::bigint, coalesce((SELECT epoch FROM latest), 0) + 1), $1, $2
         WHERE NOT EXISTS (SELECT 1 FROM latest WHERE system_identifier = $1 AND timeline = $2)
         RETURNING epoch)
       SELECT epoch FROM written UNION ALL SELECT epoch FROM latest ORDER BY epoch DESC LIMIT 1`,
      [found.system, found.timeline],
    );
    const row = rows[0];
    if (!row) throw new Error('no epoch was written');
    return row.epoch;
  });
}
