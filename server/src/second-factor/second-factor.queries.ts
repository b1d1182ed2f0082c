import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';

export interface FactorRow {
  userId: string;
  /** Sealed. */
  secret: Buffer;
  confirmedAt: Date | null;
  lastStep: number | null;
  wrongTries: number;
  wrongSince: Date | null;
}

export async function lockFactor(tx: Transaction, userId: string): Promise<FactorRow | undefined> {
  const { rows } = await tx.client.query<FactorRow>(
    `SELECT user_id AS "userId", secret, confirmed_at AS "confirmedAt", last_step AS "lastStep",
       wrong_tries AS "wrongTries", wrong_since AS "wrongSince"
     FROM second_factors WHERE user_id = $1 FOR NO KEY UPDATE`,
    [userId],
  );
  return rows[0];
}

/** Since when the user signs in with a second factor, and how many recovery codes are left; undefined without one. */
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

/** The recovery codes go with it. False when there was none. */
export async function deleteFactor(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'DELETE FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL',
    [userId],
  );
  return rowCount === 1;
}
