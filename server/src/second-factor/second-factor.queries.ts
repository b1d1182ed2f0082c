import type { Database } from '../db/database.ts';
import { and, eq, isNotNull } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { secondFactors } from './second-factor.tables.ts';

/** `secret` is encrypted by `seal`. */
export type FactorRow = typeof secondFactors.$inferSelect;

/** Locks the user's second factor until the transaction ends; undefined without one. */
export async function lockFactor(tx: Transaction, userId: string): Promise<FactorRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .for('no key update');
  return row;
}

/** Returns when the user enrolled and how many recovery codes are left; undefined without a second factor. */
export async function findFactor(
  source: Database | Transaction,
  userId: string,
): Promise<{ since: Date; recoveryCodesLeft: number } | undefined> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{
    since: Date;
    recoveryCodesLeft: number;
  }>({
    name: 'second-factor-find',
    text: `SELECT confirmed_at AS since,
        (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = f.user_id AND used_at IS NULL) AS "recoveryCodesLeft"
      FROM second_factors f WHERE user_id = $1 AND confirmed_at IS NOT NULL`,
    values: [userId],
  });
  return rows[0];
}

/** Deletes the factor and its recovery codes. Returns false when there was none. */
export async function deleteFactor(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.orm
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
  return rowCount === 1;
}
