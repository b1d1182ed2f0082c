import type { OrderStatus } from '@copup/shared/cart.ts';
import type { z } from 'zod';
import { time } from '../../../db/columns.ts';
import { integer, pgTable, sql, text, uuid } from '../../../db/drizzle.ts';

export const orders = pgTable('orders', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 100_001 }),
  userId: uuid('user_id').notNull(),
  auctionId: integer('auction_id').notNull(),
  status: text('status').$type<z.output<typeof OrderStatus>>().notNull().default('processing'),
  address: text('address'),
  accountName: text('account_name'),
  accountNumber: text('account_number'),
  contactInfo: text('contact_info'),
  carrier: text('carrier'),
  tracking: text('tracking'),
  bankReference: text('bank_reference'),
  shippedAt: time('shipped_at'),
  deliveredAt: time('delivered_at'),
  /** Until then the shipment can be undone; null once the owner is notified. */
  noticeAt: time('notice_at'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
