import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';

/** Small enough for the statement timeout, with postings of any age. */
const BATCH = 5_000;

/**
 * Gives postings restored from another cluster transaction ids of this one; returns their number. Safe on a live
 * database: the caller's transaction id is assigned first, and no position passes it while the transaction runs, so
 * both the old and the new id are ahead of every position of a roll-up or an audit (see guard_posting). Each batch gets
 * its own id, in the order of the old ones, since roll-ups read the postings of one id at once.
 */
export async function repairPostings(
  db: Database,
  { batch = BATCH, onBatch }: { batch?: number; onBatch?: (repaired: number) => void } = {},
): Promise<number> {
  let repaired = 0;
  for (;;) {
    const count = await inTransaction(db, async ({ client }) => {
      await client.query('SELECT pg_current_xact_id()');
      const { rowCount } = await client.query(
        `UPDATE postings SET xid = pg_current_xact_id() WHERE (transfer_id, no) IN (
           SELECT transfer_id, no FROM postings
           WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()) AND xid > pg_current_xact_id()
           ORDER BY xid, transfer_id, no LIMIT $1)`,
        [batch],
      );
      return rowCount ?? 0;
    });
    repaired += count;
    if (count === 0) return repaired;
    onBatch?.(repaired);
  }
}
