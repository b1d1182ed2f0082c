import { time } from '../db/columns.ts';
import { integer, pgTable, sql, text, uuid } from '../db/drizzle.ts';

const now = sql`clock_timestamp()`;

/** Suspensions of players (S10); a renewal is a row of its own. */
export const suspensions = pgTable('suspensions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  operatorId: uuid('operator_id').notNull(),
  reason: text('reason').notNull(),
  startedAt: time('started_at').notNull().default(now),
  endsAt: time('ends_at').notNull(),
});

/** What suspended players answer. Append-only. */
export const suspensionAnswers = pgTable('suspension_answers', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  at: time('at').notNull().default(now),
  text: text('text').notNull(),
});
