import { time } from '../../../db/columns.ts';
import { integer, pgTable, sql, uuid } from '../../../db/drizzle.ts';

/** Won auctions without an order, and with one once the checkout has set `orderId` (A10). */
export const cartItems = pgTable('cart_items', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  auctionId: integer('auction_id').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  orderId: integer('order_id'),
});
