import type { Transaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';

/** Postings added up in one transaction; keeps each statement short. */
const CHUNK = 20_000;

/**
 * Returns where a chunk of the postings of finished transactions from `from` ends: at the oldest running transaction,
 * or earlier after a whole transaction when there are more. Reads by transaction id, never by the last posting's id: a
 * posting with a lower id may be committed later.
 */
export async function findChunkEnd(
  tx: Transaction,
  from: string,
): Promise<{ upto: string; isMore: boolean }> {
  const { rows } = await tx.client.query<{ oldestRunning: string; nth: string | null }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS "oldestRunning", (
       SELECT p.xid::text FROM postings p
       WHERE p.xid >= $1::xid8 AND p.xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY p.xid OFFSET ${CHUNK - 1} LIMIT 1) AS nth`,
    [from],
  );
  const row = rows[0];
  invariant(row, 'the query of the current snapshot returned no row');
  // The chunk ends after the whole transaction that contains the nth posting.
  return {
    upto: row.nth === null ? row.oldestRunning : String(BigInt(row.nth) + 1n),
    isMore: row.nth !== null,
  };
}
