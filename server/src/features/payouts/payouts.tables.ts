import type { PayoutStatus } from '@copup/shared/payouts.ts';
import { time, whole } from '../../db/columns.ts';
import { boolean, integer, pgTable, sql, text, uuid } from '../../db/drizzle.ts';

/** The banks that payouts go to. The specification's list is in the migration. */
export const banks = pgTable('banks', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  isOpen: boolean('is_open').notNull().default(true),
  note: text('note'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});

/** W3. A trigger keeps what was requested unchanged and lets the status only go forward. */
export const payouts = pgTable('payouts', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 50_001 }),
  userId: uuid('user_id').notNull(),
  realm: integer('realm').notNull().default(0),
  bidPoints: whole('bid_points').notNull(),
  /** Kobo per coin, as on the day of the request. */
  rateKobo: integer('rate_kobo').notNull(),
  bankId: integer('bank_id').notNull(),
  accountName: text('account_name').notNull(),
  accountNumber: text('account_number').notNull(),
  nameDiffers: boolean('name_differs').notNull(),
  status: text('status').$type<PayoutStatus>().notNull().default('pending'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  decidedAt: time('decided_at'),
  decidedBy: uuid('decided_by'),
  endedAt: time('ended_at'),
  reason: text('reason'),
  bankReference: text('bank_reference'),
});
