import { time } from '../db/columns.ts';
import { jsonb, pgTable, sql, text, uuid } from '../db/drizzle.ts';

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
  updatedBy: uuid('updated_by'),
});
