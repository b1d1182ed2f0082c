import type { SendingState } from '@copup/shared/payout-sending.ts';
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
  /** The provider's code of the bank (W19). */
  providerCode: text('provider_code'),
  /** Whether the provider's list had the bank when it was last read. */
  isListed: boolean('is_listed').notNull().default(false),
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
  /** Whether the account name is the bank's own (W19). */
  nameChecked: boolean('name_checked').notNull().default(false),
  status: text('status').$type<PayoutStatus>().notNull().default('pending'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  decidedAt: time('decided_at'),
  decidedBy: uuid('decided_by'),
  endedAt: time('ended_at'),
  reason: text('reason'),
  bankReference: text('bank_reference'),
});

/** W19: one row for each payout that the provider was asked to send, written before the call. Never deleted. */
export const payoutSendings = pgTable('payout_sendings', {
  payoutId: integer('payout_id').primaryKey(),
  /** What the provider knows the transfer by. */
  reference: text('reference').notNull(),
  bankCode: text('bank_code').notNull(),
  state: text('state').$type<SendingState>().notNull().default('asked'),
  providerId: text('provider_id'),
  /** What the provider said, for operators. */
  message: text('message'),
  /** What the provider said after the payout had been decided otherwise. */
  contradiction: text('contradiction'),
  startedAt: time('started_at').notNull().default(sql`clock_timestamp()`),
  askedAt: time('asked_at').notNull().default(sql`clock_timestamp()`),
  changedAt: time('changed_at').notNull().default(sql`clock_timestamp()`),
});
export type SendingRow = typeof payoutSendings.$inferSelect;

/** Names that players asked the provider for. In no export (W19). */
export const accountEnquiries = pgTable('account_enquiries', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  bankId: integer('bank_id').notNull(),
  accountNumber: text('account_number').notNull(),
  outcome: text('outcome').$type<'asked' | 'found' | 'none' | 'unknown'>().notNull().default('asked'),
  accountName: text('account_name'),
  askedAt: time('asked_at').notNull().default(sql`clock_timestamp()`),
});
