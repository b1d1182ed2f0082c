import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { citext, time } from '../../db/columns.ts';

/** Addresses to notify when a feature becomes available. */
export const notifyRequests = pgTable(
  'notify_requests',
  {
    feature: text('feature').$type<'swap'>().notNull(),
    email: citext('email').notNull(),
    createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.feature, table.email] })],
);
