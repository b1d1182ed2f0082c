import { time } from '../../db/columns.ts';
import { integer, pgTable, sql, text, uuid } from '../../db/drizzle.ts';

const now = sql`clock_timestamp()`;

/** What the overview marks red, while it stands and afterwards. */
export const alerts = pgTable('alerts', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  title: text('title').notNull(),
  detail: text('detail').notNull(),
  startedAt: time('started_at').notNull().default(now),
  seenAt: time('seen_at').notNull().default(now),
  endedAt: time('ended_at'),
  startSentAt: time('start_sent_at'),
  endSentAt: time('end_sent_at'),
});

/** Pauses that operators set; the latest counts. */
export const alertPauses = pgTable('alert_pauses', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  operatorId: uuid('operator_id').notNull(),
  at: time('at').notNull().default(now),
  until: time('until').notNull(),
  reason: text('reason').notNull(),
});
