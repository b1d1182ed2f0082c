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

/** Totals at the beginning of a day in Lagos. */
export const moneyDays = pgTable('money_days', {
  day: date('day').primaryKey(),
  paidIn: whole('paid_in').notNull(),
  paidOut: whole('paid_out').notNull(),
  asOf: time('as_of').notNull(),
});
