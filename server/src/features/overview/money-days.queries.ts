import type { Database } from '../../db/database.ts';

/** The total at the beginning of a day in Lagos. */
interface MoneyDay {
  asOf: Date;
  paidIn: number;
}

/** The same, with the coins of the payouts that were marked as paid since then. */
export interface MoneySinceDay extends MoneyDay {
  paidOut: number;
}

/** Stores the totals at the beginning of the current day in Lagos, once. A ledger that began on this day began with nothing. */
export async function storeMoneyDay(db: Database, { asOf, paidIn }: MoneyDay): Promise<void> {
  await db.pool.query({
    name: 'money-day-store',
    text: `INSERT INTO money_days (day, paid_in, as_of)
      SELECT (day_start AT TIME ZONE 'Africa/Lagos')::date, CASE WHEN began < day_start THEN $1::bigint ELSE 0 END,
        CASE WHEN began < day_start THEN $2::timestamptz ELSE day_start END
      FROM date_trunc('day', statement_timestamp(), 'Africa/Lagos') AS day_start,
        (SELECT min(created_at) AS began FROM (SELECT created_at FROM transfers ORDER BY id LIMIT 1) AS t) AS first
      ON CONFLICT (day) DO NOTHING`,
    values: [paidIn, asOf],
  });
}

/**
 * Reads the totals at the beginning of today, of the day 6 days ago and of the day 29 days ago, and what was paid out since;
 * without those of a day, the earliest after it.
 */
export async function readMoneyDays(db: Database): Promise<(MoneySinceDay | undefined)[]> {
  const { rows } = await db.pool.query<MoneySinceDay & { ago: number }>({
    name: 'money-days',
    text: `SELECT wanted.ago, d.as_of AS "asOf", d.paid_in AS "paidIn", d.paid_out AS "paidOut"
      FROM unnest(ARRAY[0, 6, 29]) AS wanted (ago), LATERAL (
        SELECT m.as_of, m.paid_in,
          (SELECT coalesce(sum(p.coins), 0)::bigint FROM payout_days p WHERE p.day >= m.day) AS paid_out FROM money_days m
        WHERE m.day >= (statement_timestamp() AT TIME ZONE 'Africa/Lagos')::date - wanted.ago
        ORDER BY m.day LIMIT 1) AS d`,
  });
  return [0, 6, 29].map((ago) => rows.find((row) => row.ago === ago));
}
