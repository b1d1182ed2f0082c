import { time, whole } from '../db/columns.ts';
import { integer, jsonb, pgTable, sql, text, uuid } from '../db/drizzle.ts';

/** Append-only (O4). */
export const adminAudit = pgTable('admin_audit', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  at: time('at').notNull().default(sql`clock_timestamp()`),
  realm: integer('realm').notNull().default(0),
  operatorId: uuid('operator_id').notNull(),
  action: text('action').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
});
