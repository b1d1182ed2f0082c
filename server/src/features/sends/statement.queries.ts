import type { Database } from '../../db/database.ts';
import { invariant } from '../../errors.ts';
import type { WalletPart } from '../../ledger/accounts.ts';
import { entryKindSql } from '../../ledger/wallet-entries.ts';

/** One change of one part of a wallet. */
export interface Movement {
  /** The wallet's sequence number. */
  seq: number;
  at: Date;
  transferId: string;
  kind: string;
  subjectKind: string;
  subjectId: string;
  part: WalletPart;
  isCredit: boolean;
  amount: number;
  balance: number;
  /** Of a send: the other player. */
  otherUsername: string | null;
}

/** Postings of one statement. */
export const MOVEMENTS_CHUNK = 1_000;

const movesSql = `
WITH moves AS MATERIALIZED (
  (SELECT source_seq AS seq, transfer_id, destination, source::text AS part, false AS is_credit, amount, source_balance AS balance
    FROM postings WHERE source_id = $1 AND source IN ('available', 'held', 'bonus', 'task')
      AND source_seq >= $2 AND source_seq < $2 + ${MOVEMENTS_CHUNK})
  UNION ALL
  (SELECT destination_seq, transfer_id, destination, destination::text, true, amount, destination_balance
    FROM postings WHERE destination_id = $1 AND destination IN ('available', 'held', 'bonus', 'task')
      AND destination_seq >= $2 AND destination_seq < $2 + ${MOVEMENTS_CHUNK})
)
SELECT p.seq, t.created_at AS at, t.id AS "transferId", ${entryKindSql} AS kind, t.subject_kind AS "subjectKind",
  t.subject_id AS "subjectId", p.part, p.is_credit AS "isCredit", p.amount, p.balance, u.username::text AS "otherUsername"
FROM moves p JOIN transfers t ON t.id = p.transfer_id
  LEFT JOIN sends s ON s.id = p.transfer_id AND p.destination <> 'revenue'
  LEFT JOIN users u ON u.id = CASE WHEN s.sender_id = $1 THEN s.recipient_id ELSE s.sender_id END
ORDER BY p.seq, p.is_credit`;

/** Lists the changes of a wallet from a sequence number on, at most one chunk of numbers. */
export async function listMovements(db: Database, userId: string, fromSeq: number): Promise<Movement[]> {
  const { rows } = await db.pool.query<Movement>({
    name: 'statement-movements',
    text: movesSql,
    values: [userId, fromSeq],
  });
  return rows;
}

/** Returns the number of changes of the wallet so far. */
export async function lastSeqOf(db: Database, userId: string): Promise<number> {
  const { rows } = await db.pool.query<{ version: number }>({
    name: 'statement-last-seq',
    text: 'SELECT version FROM wallets WHERE user_id = $1',
    values: [userId],
  });
  invariant(rows[0], `user ${userId} has no wallet`);
  return rows[0].version;
}

/** Returns when the change with this number was made. */
export async function timeOfSeq(db: Database, userId: string, seq: number): Promise<Date> {
  const { rows } = await db.pool.query<{ at: Date }>({
    name: 'statement-time-of-seq',
    text: `SELECT t.created_at AS at FROM transfers t WHERE t.id = coalesce(
      (SELECT transfer_id FROM postings WHERE source_id = $1 AND source_seq = $2 LIMIT 1),
      (SELECT transfer_id FROM postings WHERE destination_id = $1 AND destination_seq = $2 LIMIT 1))`,
    values: [userId, seq],
  });
  invariant(rows[0], `wallet ${userId} has no change ${seq}`);
  return rows[0].at;
}
