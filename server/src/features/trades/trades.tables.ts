import type { TradeStatus } from '@copup/shared/trades.ts';
import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time, whole } from '../../db/columns.ts';

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
  accountName: text('account_name').notNull(),
  accountNumber: text('account_number').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  approvedTrades: integer('approved_trades').notNull().default(0),
  /** Approved and rejected; an expired trade was decided by no one. */
  decidedTrades: integer('decided_trades').notNull().default(0),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
export type TraderRow = typeof traders.$inferSelect;

/** Trades (W4). A trigger allows one update of a row: its decision. The coins of a pending trade are in its escrow. */
export const trades = pgTable('trades', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 500_001 }),
  traderId: integer('trader_id').notNull(),
  userId: uuid('user_id').notNull(),
  bidPoints: whole('bid_points').notNull(),
  /** The total. */
  priceKobo: whole('price_kobo').notNull(),
  status: text('status').$type<TradeStatus>().notNull().default('pending'),
  screenshotHash: bytea('screenshot_hash').notNull(),
  expiresAt: time('expires_at').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  decidedAt: time('decided_at'),
  decidedBy: uuid('decided_by'),
  reason: text('reason'),
  bankReference: text('bank_reference'),
});
export type TradeRow = typeof trades.$inferSelect;

/** Proofs of payment, for operators only. */
export const tradeScreenshots = pgTable('trade_screenshots', {
  tradeId: integer('trade_id').primaryKey(),
  picture: bytea('picture').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
});
