import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { OperatorFacts, Operators } from './approval-rules.ts';

/** Everyone who is or was an operator: a handful of rows. */
export async function readOperators(source: Database | Transaction): Promise<Operators> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<OperatorFacts>({
    name: 'operators-all',
    text: `SELECT id, username::text, CASE WHEN deleted_at IS NULL THEN role ELSE 0 END AS role, operator_since AS since,
        is_first_operator AS "isFirst", promoted_by AS "promotedBy"
      FROM users WHERE operator_since IS NOT NULL`,
  });
  return new Map(rows.map((row) => [row.id, row]));
}
