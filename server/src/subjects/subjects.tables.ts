import { time, whole, xid8 } from '../db/columns.ts';
import { integer, jsonb, pgTable, primaryKey, sql, text, uuid } from '../db/drizzle.ts';

/** Realm 0 is that of real users; each load test has its own. */
export const realms = pgTable('realms', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 1 }),
  kind: text('kind').$type<'real' | 'load_test'>().notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  closedAt: time('closed_at'),
  /** When everything of an ended load test was cancelled and closed. */
  endedAt: time('ended_at'),
});

export const listRooms = pgTable('list_rooms', {
  room: text('room').primaryKey(),
  version: whole('version').notNull().default(0),
});

/** Rooms whose rows changed; triggers write them. */
export const roomChanges = pgTable('room_changes', {
  xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
  room: text('room').notNull(),
  version: whole('version'),
});

/** What changed in a subject that users had entered; a job notifies them (A14). */
export const subjectChanges = pgTable('subject_changes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: integer('subject_id').notNull(),
  change: text('change').$type<'corrected' | 'extended' | 'reopened'>().notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  copyId: integer('copy_id'),
  at: time('at').notNull().default(sql`clock_timestamp()`),
  toldUpto: uuid('told_upto'),
  toldAt: time('told_at'),
});

/** Entries that their users left after a correction (A14). */
export const leftEntries = pgTable(
  'left_entries',
  {
    subjectKind: text('subject_kind').notNull(),
    subjectId: integer('subject_id').notNull(),
    userId: uuid('user_id').notNull(),
    no: integer('no').notNull(),
    transferId: uuid('transfer_id'),
    paidAvailable: whole('paid_available').notNull(),
    paidBonus: whole('paid_bonus').notNull(),
    joinedAt: time('joined_at').notNull(),
    leftAt: time('left_at').notNull().default(sql`clock_timestamp()`),
    refundedBy: uuid('refunded_by'),
  },
  (table) => [primaryKey({ columns: [table.subjectKind, table.subjectId, table.userId, table.no] })],
);
