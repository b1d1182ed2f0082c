import type { CardPaymentState } from '@copup/shared/shop.ts';
import { time, whole } from '../../db/columns.ts';
import { integer, pgTable, sql, text, uuid } from '../../db/drizzle.ts';
import type { ReversalKind, ReversalState } from '../../provider/provider-event.ts';

/** Checkouts by card (W5), one row for each start. A trigger keeps credited ones as they are, except for reversals. */
export const cardPayments = pgTable('card_payments', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  /** The provider returns it in its events. */
  txRef: text('tx_ref').notNull(),
  userId: uuid('user_id').notNull(),
  packageId: integer('package_id').notNull(),
  bidPoints: whole('bid_points').notNull(),
  priceKobo: whole('price_kobo').notNull(),
  status: text('status').$type<CardPaymentState['status']>().notNull().default('pending'),
  /** The provider's transaction that was credited. */
  providerId: text('provider_id'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  decidedAt: time('decided_at'),
  chargedBackAt: time('charged_back_at'),
});
/** Refunds and disputes of the provider's transactions (W5a). They only advance, from `open` over `final` to `void`. */
export const cardReversals = pgTable('card_reversals', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  paymentId: integer('payment_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<ReversalKind>().notNull(),
  /** The provider's number; '' until an event names it. */
  providerId: text('provider_id').notNull(),
  transactionId: text('transaction_id').notNull(),
  amountKobo: whole('amount_kobo').notNull(),
  state: text('state').$type<ReversalState>().notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
});
export type CardReversalRow = typeof cardReversals.$inferSelect;
export type CardPaymentRow = typeof cardPayments.$inferSelect;
