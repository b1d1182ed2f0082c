import type { SendDirection, TransactionsQuery } from '@copup/shared/sends.ts';
import type { Database } from '../../db/database.ts';
import { Keyset, type Page } from '../../db/keyset.ts';

export interface TransactionRow {
  id: string;
  direction: SendDirection;
  amount: number;
  charge: number;
  senderUsername: string;
  recipientUsername: string;
  at: Date;
}

const newest = new Keyset('DESC', { at: ['s.created_at', 'time'], id: ['s.id', 'uuid'] });

/** One side of the user's sends. Reads the user's own rows only, newest first, from its index. */
const side = (direction: SendDirection, own: string, other: string) => `(
  SELECT s.id, '${direction}' AS direction, s.amount, s.charge, s.sender_id, s.recipient_id, s.created_at
  FROM sends s JOIN users u ON u.id = s.${other}
  WHERE s.${own} = $1 AND $2 IN ('', '${direction}') AND u.username::text ILIKE $3
    AND ${newest.page(4)}
)`;

const transactionsSql = `
WITH page AS (
  ${side('sent', 'sender_id', 'recipient_id')} UNION ALL ${side('received', 'recipient_id', 'sender_id')}
  ORDER BY created_at DESC, id DESC LIMIT $4
)
SELECT p.id, p.direction, p.amount, p.charge, sender.username::text AS "senderUsername",
  recipient.username::text AS "recipientUsername", p.created_at AS at
FROM page p JOIN users sender ON sender.id = p.sender_id JOIN users recipient ON recipient.id = p.recipient_id
ORDER BY p.created_at DESC, p.id DESC`;

/** Lists the user's sends in both directions, newest first (W11). */
export async function listTransactions(
  db: Database,
  userId: string,
  { q = '', direction, ...page }: TransactionsQuery,
): Promise<Page<TransactionRow>> {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await db.pool.query<TransactionRow>({
    name: 'transactions',
    text: transactionsSql,
    values: [userId, direction ?? '', pattern, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}
