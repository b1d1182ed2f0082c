import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';
import type { PlatformAccount, Unit } from './accounts.ts';
import { rollUpPostings } from './roll-up-postings.ts';

/**
 * Returns the current balance of a platform account: the roll-up plus later postings, in one snapshot. Negative for
 * `issuance`, the source of all coins.
 */
export async function platformBalance(
  source: Database | Transaction,
  account: PlatformAccount,
  unit: Unit,
  realm: number,
): Promise<number> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ balance: number }>({
    name: 'platform-balance',
    // A position ahead of the running transactions comes from the cluster that this database was restored from: the
    // roll-ups are ignored until rollUpPlatformAccounts has reset them.
    text: `WITH position AS (
        SELECT upto <= pg_snapshot_xmin(pg_current_snapshot()) AS holds, upto FROM house_rollup_position
      ), since AS (
        SELECT CASE WHEN holds THEN upto ELSE '0'::xid8 END AS xid FROM position
      )
      SELECT (
        coalesce((SELECT balance FROM house_rollups, position
          WHERE holds AND account = $1 AND unit = $2 AND realm = $3), 0)
        + coalesce((SELECT sum(CASE WHEN p.destination = $1 THEN p.amount ELSE -p.amount END) FROM postings p, since
          WHERE p.xid >= since.xid AND p.unit = $2 AND p.realm = $3 AND $1 IN (p.source, p.destination)), 0)
      )::bigint AS balance`,
    values: [account, unit, realm],
  });
  const row = rows[0];
  invariant(row, 'the query of a platform balance returned no row');
  return row.balance;
}

/**
 * Adds the postings of finished transactions to the roll-ups of the platform accounts, chunk by chunk, and returns
 * their number. Reads by transaction id up to the oldest running transaction, never by the last posting's id: a posting
 * with a lower id may be committed later. Returns at once when another server is rolling up.
 */
export const rollUpPlatformAccounts = (db: Database): Promise<number> =>
  rollUpPostings(db, { rollUp: 'house_rollups', position: 'house_rollup_position', addChunk });

async function addChunk(tx: Transaction, from: string, upto: string): Promise<number> {
  const { rows } = await tx.client.query<{ added: number }>(
    `WITH chunk AS (
       SELECT * FROM postings WHERE xid >= $1::xid8 AND xid < $2::xid8
     ), sums AS (
       SELECT account, unit, realm, sum(amount) AS amount FROM (
         SELECT source AS account, unit, realm, -amount AS amount FROM chunk WHERE source_id IS NULL
         UNION ALL SELECT destination, unit, realm, amount FROM chunk WHERE destination_id IS NULL
       ) AS ends GROUP BY account, unit, realm
     ), rolled AS (
       INSERT INTO house_rollups (account, unit, realm, balance) SELECT account, unit, realm, amount FROM sums
       ON CONFLICT (account, unit, realm) DO UPDATE SET balance = house_rollups.balance + excluded.balance
     ), moved AS (
       UPDATE house_rollup_position SET upto = $2::xid8
     )
     SELECT count(*)::integer AS added FROM chunk`,
    [from, upto],
  );
  return rows[0]?.added ?? 0;
}
