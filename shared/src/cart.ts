import { z } from 'zod';
import { AuctionCategory } from './auctions.ts';
import { RiskReason } from './payouts.ts';
import { BankReference } from './shop.ts';
import { boundedString, lineText, nameText, paragraphText } from './text.ts';
import { IsoTime, Message, Moment } from './wire.ts';

export const CartItem = z.object({
  id: z.int(),
  auction_id: z.int(),
  name: z.string(),
  image: z.string(),
  category: AuctionCategory,
  /** The item's value in naira. */
  price: z.number(),
  /** Coins that the winner paid. */
  price_paid: z.int(),
  won_at: IsoTime,
});
export type CartItem = z.infer<typeof CartItem>;

/** A10: the categories in the cart decide which of these fields are required. */
export const CheckoutBody = z.object({
  address: paragraphText(500).nullish(),
  accountName: nameText(100).nullish(),
  accountNumber: nameText(20).nullish(),
  contactInfo: lineText(200).nullish(),
});
export type CheckoutBody = z.input<typeof CheckoutBody>;
export const CheckoutReply = Message.extend({ order_ids: z.array(z.int()) });
export type CheckoutReply = z.infer<typeof CheckoutReply>;

/** A10a: from when an order can be sent, null when it can be now, and why it is on hold without such a time. */
export const Sendable = z.object({ sendable_from: IsoTime.nullable(), on_hold: RiskReason.nullable() });
export type Sendable = z.infer<typeof Sendable>;

export const OrderStatus = z.enum(['processing', 'shipped', 'delivered', 'refunded']);
export const Order = Sendable.extend({
  order_id: z.int(),
  auction_id: z.int(),
  auction_name: z.string(),
  auction_category: AuctionCategory,
  /** `shipped` once the shipment can no longer be undone. */
  status: OrderStatus,
  created_at: IsoTime,
  /** Null until the order is shipped, and for orders without a parcel. */
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  /** Of the transfer that paid the prize; null for orders that are not cash. */
  bank_reference: z.string().nullable(),
  shipped_at: IsoTime.nullable(),
  delivered_at: IsoTime.nullable(),
  /** When the status was set last. */
  updated_at: IsoTime,
  image: z.string(),
  /** The item's value in naira. */
  price: z.number(),
  /** Coins that the winner paid. */
  price_paid: z.int(),
  won_at: IsoTime,
});
export type Order = z.infer<typeof Order>;

export const AdminOrder = Order.extend({
  id: z.int(),
  user_id: z.uuid(),
  username: z.string(),
  address: z.string().nullable(),
  account_name: z.string().nullable(),
  account_number: z.string().nullable(),
  contact_info: z.string().nullable(),
  /** Until then the shipment can be undone, and the player neither sees it nor is notified. */
  undo_until: IsoTime.nullable(),
  /** The request for a second operator that waits (O3a). */
  approval_id: z.int().nullable(),
});
export type AdminOrder = z.infer<typeof AdminOrder>;
export const AdminOrdersQuery = z.object({
  status: OrderStatus.optional(),
  q: boundedString(120).optional(),
});
/** A10: the parcel of an order, needed for products, and the bank's reference, needed for cash (A10a). */
export const ShipOrderBody = z
  .object({
    carrier: nameText(60).min(1).optional(),
    tracking: lineText(80).min(1).optional(),
    bank_reference: BankReference.optional(),
  })
  .nullish();
export type ShipOrderBody = z.input<typeof ShipOrderBody>;
/** The time of the shipment to undo, so that a later one is not undone by mistake. */
export const UndoShipmentBody = z.object({ shipped_at: Moment });
