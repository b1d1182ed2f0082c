import type { SendDirection, TransactionsQuery } from '@copup/shared/sends.ts';
import type { Database } from '../../db/database.ts';

export interface TransactionRow {
  id: string;
  direction: SendDirection;
  amount: number;
  charge: number;
  senderUsername: string;
  recipientUsername: string;
  at: Date;
}

/** One side of the user's sends. Reads the user's own rows only, newest first, from its index. */
const side = (direction: SendDirection, own: string, other: string) => `(
  SELECT s.id, '${direction}' AS direction, s.amount, s.charge, s.sender_id, s.recipient_id, s.created_at
  FROM sends s JOIN users u ON u.id = s.${other}
  WHERE s.${own} = $1 AND $2 IN ('', '${direction}') AND u.username::text ILIKE $3
    AND (s.created_at, s.id) < (coalesce((SELECT at FROM cursor), 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  ORDER BY s.created_at DESC, s.id DESC LIMIT $5
)`;

const transactionsSql = `
WITH cursor AS MATERIALIZED (
  SELECT created_at AS at FROM sends WHERE id = $4 AND $1 IN (sender_id, recipient_id)
), page AS (
  ${side('sent', 'sender_id', 'recipient_id')} UNION ALL ${side('received', 'recipient_id', 'sender_id')}
  ORDER BY created_at DESC, id DESC LIMIT $5
)
SELECT p.id, p.direction, p.amount, p.charge, sender.username::text AS "senderUsername",
  recipient.username::text AS "recipientUsername", p.created_at AS at
FROM page p JOIN users sender ON sender.id = p.sender_id JOIN users recipient ON recipient.id = p.recipient_id
ORDER BY p.created_at DESC, p.id DESC`;

/**
 * Lists the user's sends in both directions, newest first (W11), with one row beyond the limit when there are more.
 * `before` is the id of the last send of the previous page.
 */
export async function listTransactions(
  db: Database,
  userId: string,
  { limit, before, q = '', direction }: TransactionsQuery,
): Promise<TransactionRow[]> {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await db.pool.query<TransactionRow>({
    name: 'transactions',
    text: transactionsSql,
    values: [userId, direction ?? '', pattern, before ?? null, limit + 1],
  });
  return rows;
}
