import { citext, time, whole } from '../db/columns.ts';
import { integer, pgTable, sql, text } from '../db/drizzle.ts';

export const mailOutbox = pgTable('mail_outbox', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  toAddress: citext('to_address').notNull(),
  /** Erased once the mail is sent, like the body. */
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: time('next_attempt_at').notNull().default(sql`clock_timestamp()`),
  sentAt: time('sent_at'),
  lastError: text('last_error'),
});
