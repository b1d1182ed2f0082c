import { time } from '../../db/columns.ts';
import { integer, pgTable, sql, text, uuid } from '../../db/drizzle.ts';

/** What operators note about a player. Append-only. */
export const userNotes = pgTable('user_notes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  operatorId: uuid('operator_id').notNull(),
  at: time('at').notNull().default(sql`clock_timestamp()`),
  text: text('text').notNull(),
});
