import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../db/columns.ts';

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
  updatedBy: uuid('updated_by'),
});
