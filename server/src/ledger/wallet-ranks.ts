import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { rollUpPostings } from './roll-up-postings.ts';

/**
 * Copies the balances of wallets that finished transactions changed to `wallet_ranks`, by which operators' lists are ordered,
 * and returns the number of postings. Returns at once when another server is doing so.
 */
export const rankWallets = (db: Database): Promise<number> =>
  rollUpPostings(db, { position: 'wallet_rank_position', addChunk });

async function addChunk(tx: Transaction, from: string, upto: string): Promise<number> {
  const { rows } = await tx.client.query<{ added: number }>(
    `WITH chunk AS (
       SELECT source, source_id, destination, destination_id FROM postings WHERE xid >= $1::xid8 AND xid < $2::xid8
     ), changed AS (
       SELECT source_id AS user_id FROM chunk WHERE source IN ('available', 'held', 'bonus')
       UNION SELECT destination_id FROM chunk WHERE destination IN ('available', 'held', 'bonus')
     ), ranked AS (
       UPDATE wallet_ranks r SET available = w.available, held = w.held, bonus = w.bonus
       FROM changed c JOIN wallets w ON w.user_id = c.user_id
       WHERE r.user_id = c.user_id AND (r.available, r.held, r.bonus) IS DISTINCT FROM (w.available, w.held, w.bonus)
     ), moved AS (
       UPDATE wallet_rank_position SET upto = $2::xid8
     )
     SELECT count(*)::integer AS added FROM chunk`,
    [from, upto],
  );
  return rows[0]?.added ?? 0;
}
