import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time, whole } from '../db/columns.ts';

/** Realm 0 is that of real users; each load test has its own. */
export const realms = pgTable('realms', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 1 }),
  kind: text('kind').$type<'real' | 'load_test'>().notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  closedAt: time('closed_at'),
});

export const listRooms = pgTable('list_rooms', {
  room: text('room').primaryKey(),
  version: whole('version').notNull().default(0),
});
