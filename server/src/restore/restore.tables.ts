import { oid, time, whole } from '../db/columns.ts';
import { boolean, doublePrecision, integer, pgTable, sql, text } from '../db/drizzle.ts';

/** The identities of the databases that this one has been, the latest last (R5). */
export const databaseEpochs = pgTable('database_epochs', {
  epoch: whole('epoch').primaryKey(),
  systemIdentifier: text('system_identifier').notNull(),
  timeline: integer('timeline').notNull(),
  foundAt: time('found_at').notNull().default(sql`clock_timestamp()`),
  databaseOid: oid('database_oid'),
  tableOid: oid('table_oid'),
});

/** Whether backups could be restored. Only `npm run backup` writes it. */
export const backupChecks = pgTable('backup_checks', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  checkedAt: time('checked_at').notNull().default(sql`clock_timestamp()`),
  seconds: doublePrecision('seconds').notNull(),
  ok: boolean('ok').notNull(),
  error: text('error'),
  takenAt: time('taken_at'),
  bytes: whole('bytes'),
  newestAt: time('newest_at'),
  missing: whole('missing'),
});
