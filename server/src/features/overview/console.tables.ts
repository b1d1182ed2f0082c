import { time, whole } from '../../db/columns.ts';
import { date, pgTable, text } from '../../db/drizzle.ts';

/** A change of one of the console's lists that is not folded yet; triggers write them. */
export const listChanges = pgTable('list_changes', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  list: text('list').notNull(),
});

export const listChangesFolded = pgTable('list_changes_folded', {
  list: text('list').primaryKey(),
  changes: whole('changes').notNull(),
});

/** Totals at the beginning of a day in Lagos. What was paid out is in `payout_days`. */
export const moneyDays = pgTable('money_days', {
  day: date('day').primaryKey(),
  paidIn: whole('paid_in').notNull(),
  paidOut: whole('paid_out').notNull().default(0),
  asOf: time('as_of').notNull(),
});

/** Coins of the payouts that were marked as paid on a day in Lagos; a trigger adds them up. */
export const payoutDays = pgTable('payout_days', {
  day: date('day').primaryKey(),
  coins: whole('coins').notNull(),
});
