import type { Database } from '../db/database.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';
import type { HouseAccount, Unit } from './accounts.ts';

/** Postings added up in one transaction, so that no statement is long. */
const CHUNK = 20_000;

/**
 * The balance of one of the house's accounts as of now: the roll-up plus what came since, in one snapshot. Negative for
 * `issuance`, which is where coins come from.
 */
export async function houseBalance(
  source: Database | Transaction,
  account: HouseAccount,
  unit: Unit,
  realm: number,
): Promise<number> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ balance: number }>({
    name: 'house-balance',
    // A position ahead of the running transactions belongs to the cluster this database was restored from: nothing is
    // taken from the roll-ups until rollUpHouse has begun anew.
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
  invariant(row, 'the house has a balance');
  return row.balance;
}

/**
 * Adds the postings of finished transactions to the house's roll-ups, chunk by chunk, and returns how many there were.
 * Goes by the transactions' ids up to the oldest that still runs, never by the last posting's id: a posting with a
 * lower id may be committed later. Where another server is at it, it leaves at once.
 */
export async function rollUpHouse(db: Database): Promise<number> {
  for (let added = 0; ; ) {
    const chunk = await inTransaction(db, rollUpChunk);
    added += chunk.added;
    if (!chunk.isMore) return added;
  }
}

async function rollUpChunk(tx: Transaction): Promise<{ added: number; isMore: boolean }> {
  const from = await lockPosition(tx);
  if (from === undefined) return { added: 0, isMore: false };
  const { rows } = await tx.client.query<{ oldestRunning: string; nth: string | null }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS "oldestRunning", (
       SELECT p.xid::text FROM postings p
       WHERE p.xid >= $1::xid8 AND p.xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY p.xid OFFSET ${CHUNK - 1} LIMIT 1) AS nth`,
    [from],
  );
  const row = rows[0];
  invariant(row, 'the database has a snapshot');
  // The chunk ends behind a whole transaction: that with the nth posting.
  const upto = row.nth === null ? row.oldestRunning : String(BigInt(row.nth) + 1n);
  const { rows: counted } = await tx.client.query<{ added: number }>(
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
  return { added: counted[0]?.added ?? 0, isMore: row.nth !== null };
}

/** Undefined when another has it. */
async function lockPosition(tx: Transaction): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ upto: string; isAhead: boolean }>(
    `SELECT upto::text, upto > pg_snapshot_xmin(pg_current_snapshot()) AS "isAhead"
     FROM house_rollup_position FOR NO KEY UPDATE SKIP LOCKED`,
  );
  const row = rows[0];
  if (!row?.isAhead) return row?.upto;
  // This database was restored onto a younger cluster: its ids start anew, and so do we.
  await tx.client.query('DELETE FROM house_rollups');
  return '0';
}
