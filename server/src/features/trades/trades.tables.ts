import type { TradeStatus } from '@copup/shared/trades.ts';
import { bytea, time, whole } from '../../db/columns.ts';
import { boolean, integer, jsonb, pgTable, sql, text, uuid } from '../../db/drizzle.ts';

export interface PendingChange {
  id: string;
  userId?: string | null;
  paymentMethod?: string;
  bankName?: string;
  accountName?: string;
  accountNumber?: string;
}

/** Traders whose coins players buy (W16). Their stock is a fund. */
export const traders = pgTable('traders', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** The user who sells, and who cannot buy from themselves. */
  userId: uuid('user_id'),
  /** For one coin. */
  priceKobo: whole('price_kobo').notNull(),
  minPoints: whole('min_points').notNull(),
  maxPoints: whole('max_points').notNull(),
  paymentMethod: text('payment_method').notNull(),
  /** The one bank of the account. */
  bankName: text('bank_name').notNull().default(''),
  accountName: text('account_name').notNull(),
  accountNumber: text('account_number').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  /** A change of user or account that waits for a second operator; the request names its id. */
  pendingChange: jsonb('pending_change').$type<PendingChange>(),
  approvedTrades: integer('approved_trades').notNull().default(0),
  /** Approved and rejected; an expired trade was decided by no one. */
  decidedTrades: integer('decided_trades').notNull().default(0),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
export type TraderRow = typeof traders.$inferSelect;

/** Trades (W4). A trigger allows the steps of the states only. The coins of a reserved or pending trade are in its escrow. */
export const trades = pgTable('trades', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 500_001 }),
  traderId: integer('trader_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** The user who was linked to the trader at the reservation. */
  sellerId: uuid('seller_id'),
  bidPoints: whole('bid_points').notNull(),
  /** The total. */
  priceKobo: whole('price_kobo').notNull(),
  status: text('status').$type<TradeStatus>().notNull().default('reserved'),
  /** The account to pay, as it was at the reservation. */
  paymentMethod: text('payment_method'),
  bankName: text('bank_name'),
  accountName: text('account_name'),
  accountNumber: text('account_number'),
  expiresAt: time('expires_at').notNull(),
  /** When the first proof or evidence was handed in. */
  provedAt: time('proved_at'),
  /** When the buyer disputed it, once; `disputedFrom` is the status until then. */
  disputedAt: time('disputed_at'),
  disputedFrom: text('disputed_from').$type<TradeStatus>(),
  note: text('note'),
  /** Until when an approved dispute waits for coins of the trader. */
  stockUntil: time('stock_until'),
  /** The id of the transfer that then pays it. */
  paymentId: uuid('payment_id'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  decidedAt: time('decided_at'),
  decidedBy: uuid('decided_by'),
  reason: text('reason'),
  bankReference: text('bank_reference'),
});
export type TradeRow = typeof trades.$inferSelect;

/** Screenshots that proved a payment. Each counts for one trade (W16). */
export const tradeProofs = pgTable('trade_proofs', {
  /** SHA-256 of the decoded pixels. */
  hash: bytea('hash').primaryKey(),
  tradeId: integer('trade_id').notNull(),
});

/** Their pictures, for operators only: the proof, and the evidence of a dispute. */
export const tradeScreenshots = pgTable('trade_screenshots', {
  tradeId: integer('trade_id').notNull(),
  isEvidence: boolean('is_evidence').notNull().default(false),
  picture: bytea('picture').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
});
