import type { ManualPaymentStatus, PaymentChoice, ProposedDecision } from '@copup/shared/shop.ts';
import type { z } from 'zod';
import { time, whole } from '../../db/columns.ts';
import { boolean, integer, pgTable, primaryKey, sql, text, uuid } from '../../db/drizzle.ts';

/** What the coin shop sells (W13). */
export const coinPackages = pgTable('coin_packages', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  bidPoints: whole('bid_points').notNull(),
  priceKobo: whole('price_kobo').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  /** The name of a stored picture. */
  image: text('image'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
export type PackageRow = typeof coinPackages.$inferSelect;

/** Bank transfers for packages (W2). A trigger keeps decided ones as they are. */
export const manualPayments = pgTable('manual_payments', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  userId: uuid('user_id').notNull(),
  packageId: integer('package_id').notNull(),
  bidPoints: whole('bid_points').notNull(),
  priceKobo: whole('price_kobo').notNull(),
  /** What the buyer quotes in the transfer. */
  reference: text('reference').notNull(),
  senderAccountName: text('sender_account_name').notNull(),
  status: text('status').$type<z.output<typeof ManualPaymentStatus>>().notNull().default('pending'),
  reason: text('reason'),
  bankReference: text('bank_reference'),
  decidedBy: uuid('decided_by'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  decidedAt: time('decided_at'),
  /** What the buyer chose when too little had arrived (W2a). */
  choice: text('choice').$type<PaymentChoice>(),
  /** Until when the payment waits for the rest. */
  restUntil: time('rest_until'),
  changedAt: time('changed_at'),
  /** Why a transfer to an account of its own was not credited by itself, and what the server proposes (W18). */
  finding: text('finding'),
  proposed: text('proposed').$type<ProposedDecision>(),
});
export type PaymentRow = typeof manualPayments.$inferSelect;

/** The account that the provider opened for one payment alone (W18). */
export const paymentAccounts = pgTable('payment_accounts', {
  paymentId: integer('payment_id').primaryKey(),
  /** The provider returns it in its events. */
  txRef: text('tx_ref').notNull(),
  bankName: text('bank_name').notNull(),
  accountNumber: text('account_number').notNull(),
  expiresAt: time('expires_at').notNull(),
  /** When the provider was last asked whether money arrived. */
  askedAt: time('asked_at').notNull().default(sql`clock_timestamp()`),
});
export type AccountRow = typeof paymentAccounts.$inferSelect;

/** What operators recorded of a payment with another amount (W2a), and what the provider confirmed (W18). Append-only. */
export const paymentTransfers = pgTable('payment_transfers', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  paymentId: integer('payment_id').notNull(),
  /** Below zero for money that went back. */
  amountKobo: whole('amount_kobo').notNull(),
  bankReference: text('bank_reference').notNull(),
  /** The account it came from, as the bank names it. */
  sender: text('sender').notNull(),
  /** The arrival whose money went back. */
  returns: integer('returns'),
  sentAt: time('sent_at').notNull(),
  /** Null for what the server recorded. */
  recordedBy: uuid('recorded_by'),
  recordedAt: time('recorded_at').notNull().default(sql`clock_timestamp()`),
});
export type TransferRow = typeof paymentTransfers.$inferSelect;

/** What buyers were told to quote and have not announced yet (W2). */
export const paymentReferences = pgTable(
  'payment_references',
  {
    userId: uuid('user_id').notNull(),
    packageId: integer('package_id').notNull(),
    reference: text('reference').notNull(),
    reservedAt: time('reserved_at').default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.userId, table.packageId] })],
);
