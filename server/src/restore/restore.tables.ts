import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { oid, time, whole } from '../db/columns.ts';

/** The identities of the databases that this one has been, the latest last (R5). */
export const databaseEpochs = pgTable('database_epochs', {
  epoch: whole('epoch').primaryKey(),
  systemIdentifier: text('system_identifier').notNull(),
  timeline: integer('timeline').notNull(),
  foundAt: time('found_at').notNull().default(sql`clock_timestamp()`),
  databaseOid: oid('database_oid'),
  tableOid: oid('table_oid'),
});
