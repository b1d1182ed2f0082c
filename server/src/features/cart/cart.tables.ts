import { sql } from 'drizzle-orm';
import { integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../db/columns.ts';

/** A10: auctions that their winners have won. `orderId` is set by the checkout. */
export const cartItems = pgTable('cart_items', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  auctionId: integer('auction_id').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  orderId: integer('order_id'),
});
