import { time, whole } from '../db/columns.ts';
import { integer, jsonb, pgTable, sql, text, uuid } from '../db/drizzle.ts';

/** One row for each user; `version` is that of the user's room. */
export const inboxes = pgTable('inboxes', {
  userId: uuid('user_id').primaryKey(),
  unread: integer('unread').notNull().default(0),
  version: whole('version').notNull().default(0),
});

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  readAt: time('read_at'),
});

/** Kinds of notices that a user does not receive (W6). Without a row: none. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid('user_id').primaryKey(),
  muted: text('muted').array().notNull(),
});
