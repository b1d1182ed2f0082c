import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';

/** Short enough for a statement's time limit, with postings of any age. */
const BATCH = 5_000;

/**
 * Gives postings that were restored from another cluster transaction ids of this one; returns how many. On a live
 * database too: the id of the caller's transaction is taken first, and nothing passes it while the transaction runs, so
 * both the old and the new id lie ahead of every position of a roll-up or an audit (see guard_posting). Each batch has an
 * id of its own, in the order of the old ones, since roll-ups take the postings of one id at once.
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
