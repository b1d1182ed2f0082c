import { z } from 'zod';
import { AuctionCategory } from './auctions.ts';
import { IsoTime, Message } from './wire.ts';

export const CartItem = z.object({
  id: z.int(),
  auction_id: z.int(),
  name: z.string(),
  image: z.string(),
  category: AuctionCategory,
});
export type CartItem = z.infer<typeof CartItem>;

const text = (max: number) => z.string().normalize('NFC').trim().max(max).nullish();
/** A10: which of these are needed depends on the categories in the cart. */
export const CheckoutBody = z.object({
  address: text(500),
  accountName: text(100),
  accountNumber: text(20),
  contactInfo: text(200),
});
export type CheckoutBody = z.input<typeof CheckoutBody>;
export const CheckoutReply = Message.extend({ order_ids: z.array(z.int()) });
export type CheckoutReply = z.infer<typeof CheckoutReply>;

export const OrderStatus = z.enum(['processing', 'shipped', 'delivered', 'refunded']);
export const Order = z.object({
  order_id: z.int(),
  auction_id: z.int(),
  auction_name: z.string(),
  auction_category: AuctionCategory,
  status: OrderStatus,
  created_at: IsoTime,
});
export type Order = z.infer<typeof Order>;

export const AdminOrder = Order.extend({
  id: z.int(),
  user_id: z.uuid(),
  username: z.string(),
  price_paid: z.int(),
  address: z.string().nullable(),
  account_name: z.string().nullable(),
  account_number: z.string().nullable(),
  contact_info: z.string().nullable(),
  updated_at: IsoTime,
});
export type AdminOrder = z.infer<typeof AdminOrder>;
export const AdminOrdersQuery = z.object({
  status: OrderStatus.optional(),
  q: z.string().max(120).optional(),
});
export const RefundOrderBody = z.object({ reason: z.string().trim().min(1).max(500) });
