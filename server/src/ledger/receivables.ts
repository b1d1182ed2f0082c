import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';

/** Returns how many coins the user owes after chargebacks (W5). More than 0 blocks sends and payouts. */
export async function sumReceivables(source: Database | Transaction, userId: string): Promise<number> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ owed: number }>({
    name: 'sum-receivables',
    text: `SELECT coalesce(sum(amount - recovered), 0)::bigint AS owed FROM receivables
      WHERE user_id = $1 AND recovered < amount`,
    values: [userId],
  });
  return rows[0]?.owed ?? 0;
}
