import type { ApprovalReason } from '@copup/shared/admin.ts';
import { time, whole } from '../db/columns.ts';
import { boolean, integer, jsonb, pgTable, primaryKey, sql, text, uuid } from '../db/drizzle.ts';

/** Requests that need the decision of a second operator (O3). */
export const approvals = pgTable('approvals', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  action: text('action').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  status: text('status').$type<'pending' | 'approved' | 'rejected'>().notNull().default('pending'),
  requestedBy: uuid('requested_by').notNull(),
  requestedAt: time('requested_at').notNull().default(sql`clock_timestamp()`),
  decidedBy: uuid('decided_by'),
  decidedAt: time('decided_at'),
  why: text('why').$type<ApprovalReason>().notNull(),
  /** The user whose wallet, role or sign-in it changes, and who may not decide it. */
  beneficiaryId: uuid('beneficiary_id'),
});

/** Coins that one operator moved without a second operator (O3a). Append-only. */
export const operatorMoves = pgTable('operator_moves', {
  transferId: uuid('transfer_id').primaryKey(),
  operatorId: uuid('operator_id').notNull(),
  /** Whose wallet; null for a trader's stock that belongs to no user. */
  userId: uuid('user_id'),
  amount: whole('amount').notNull(),
  isCredit: boolean('is_credit').notNull(),
  at: time('at').notNull().default(sql`clock_timestamp()`),
});

/** Who has an item of a queue open to decide it. A claim whose time is over counts as absent. */
export const queueClaims = pgTable(
  'queue_claims',
  {
    queue: text('queue').notNull(),
    itemId: integer('item_id').notNull(),
    operatorId: uuid('operator_id').notNull(),
    until: time('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.queue, table.itemId] })],
);
