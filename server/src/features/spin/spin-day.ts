import { MAX_SPIN_RESULT } from '@copup/shared/spin-proof.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { invariant } from '../../errors.ts';

export interface SpinDayRow {
  /** YYYY-MM-DD, of Africa/Lagos (X3). */
  day: string;
  spins: number;
  /** Coins that were won. */
  spent: number;
}

/**
 * Returns whether a spin may be drawn: the rest of the budget pays the highest prize. A smaller rest would allow only
 * some of the segments, and they would not be equally likely (B5).
 */
export const isWithinBudget = (spent: number, budget: number): boolean => spent + MAX_SPIN_RESULT <= budget;

/** Locks the row of the day of `now`, which orders all spins of this day. */
export async function lockSpinDay(tx: Transaction, realm: number, now: Date): Promise<SpinDayRow> {
  await tx.client.query({
    name: 'spin-day-ensure',
    text: `INSERT INTO spin_days (realm, day) VALUES ($1, ($2::timestamptz AT TIME ZONE 'Africa/Lagos')::date)
      ON CONFLICT DO NOTHING`,
    values: [realm, now],
  });
  const { rows } = await tx.client.query<SpinDayRow>({
    name: 'spin-day-lock',
    text: `SELECT day::text, spins, spent FROM spin_days
      WHERE realm = $1 AND day = ($2::timestamptz AT TIME ZONE 'Africa/Lagos')::date FOR NO KEY UPDATE`,
    values: [realm, now],
  });
  invariant(rows[0], 'the day of a spin has a row');
  return rows[0];
}

/** Adds a spin to its day, which is locked. */
export async function addToSpinDay(
  tx: Transaction,
  realm: number,
  { day, result }: { day: string; result: number },
): Promise<void> {
  await tx.client.query({
    name: 'spin-day-add',
    text: 'UPDATE spin_days SET spins = spins + 1, spent = spent + $3 WHERE realm = $1 AND day = $2::date',
    values: [realm, day, result],
  });
}

/** Reads the spins of today, without a lock. */
export async function readSpinDay(db: Database, realm: number): Promise<SpinDayRow> {
  const { rows } = await db.pool.query<SpinDayRow>({
    name: 'spin-day-today',
    text: `SELECT t.day::text, coalesce(d.spins, 0) AS spins, coalesce(d.spent, 0)::bigint AS spent
      FROM (SELECT (statement_timestamp() AT TIME ZONE 'Africa/Lagos')::date AS day) AS t
      LEFT JOIN spin_days d ON d.realm = $1 AND d.day = t.day`,
    values: [realm],
  });
  invariant(rows[0], 'the query of today returned no row');
  return rows[0];
}
