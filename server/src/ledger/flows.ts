import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { AccountKind } from './accounts.ts';
import type { TransferKind } from './post-transfers.ts';
import { rollUpPostings } from './roll-up-postings.ts';
import { entryKindSql } from './wallet-entries.ts';

/** Coins that moved between two kinds of accounts by transfers of one kind; '' between wallets and within one. */
export interface Flow {
  kind: TransferKind | '';
  source: AccountKind;
  destination: AccountKind;
  amount: number;
  postings: number;
}

/** Reads the flows of coins of a realm as of the last roll-up. A few rows, however large the ledger is. */
export async function readFlows(db: Database, realm: number): Promise<{ asOf: Date | null; flows: Flow[] }> {
  const { rows } = await db.pool.query<{ asOf: Date | null; flows: Flow[] }>({
    name: 'ledger-flows',
    // One statement: the flows and their time are of one roll-up.
    text: `SELECT p.as_of AS "asOf", (
        SELECT coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'source', f.source, 'destination', f.destination,
          'amount', f.amount, 'postings', f.postings) ORDER BY f.kind, f.source, f.destination), '[]')
        FROM ledger_flows f WHERE f.realm = $1 AND f.unit = 'coin') AS flows
      FROM ledger_flow_position p`,
    values: [realm],
  });
  return rows[0] ?? { asOf: null, flows: [] };
}

/** Returns the balance of all accounts of a kind together. Pure. */
export function balanceOfKind(flows: readonly Flow[], kind: AccountKind): number {
  return flows.reduce(
    (sum, { source, destination, amount }) =>
      sum + (destination === kind ? amount : 0) - (source === kind ? amount : 0),
    0,
  );
}

/**
 * Adds the postings of finished transactions to the flows, chunk by chunk, and returns their number. Returns at once
 * when another server is doing so.
 */
export const rollUpFlows = (db: Database): Promise<number> =>
  rollUpPostings(db, { rollUp: 'ledger_flows', position: 'ledger_flow_position', addChunk });

async function addChunk(tx: Transaction, from: string, upto: string): Promise<number> {
  // Moves between wallets are most postings; only the others look up the kind of their transfer.
  const { rows } = await tx.client.query<{ added: number }>(
    `WITH chunk AS (
       SELECT p.realm, p.unit, p.source, p.destination, p.amount, CASE
         WHEN p.source IN ('available', 'held', 'bonus', 'task') AND p.destination IN ('available', 'held', 'bonus', 'task') THEN ''
         ELSE (SELECT ${entryKindSql} FROM transfers t WHERE t.id = p.transfer_id) END AS kind
       FROM postings p WHERE p.xid >= $1::xid8 AND p.xid < $2::xid8
     ), rolled AS (
       INSERT INTO ledger_flows (realm, unit, kind, source, destination, amount, postings)
       SELECT realm, unit, coalesce(kind, ''), source, destination, sum(amount), count(*) FROM chunk
       GROUP BY realm, unit, coalesce(kind, ''), source, destination
       ON CONFLICT (realm, unit, kind, source, destination) DO UPDATE
         SET amount = ledger_flows.amount + excluded.amount, postings = ledger_flows.postings + excluded.postings
     ), moved AS (
       UPDATE ledger_flow_position SET upto = $2::xid8, as_of = statement_timestamp()
     )
     SELECT count(*)::integer AS added FROM chunk`,
    [from, upto],
  );
  return rows[0]?.added ?? 0;
}
