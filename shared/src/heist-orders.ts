import { z } from 'zod';
import { Sendable } from './cart.ts';
import { HeistCategory } from './heists.ts';
import { boundedString, paragraphText } from './text.ts';
import { Coins, IsoTime, Message } from './wire.ts';

export const HeistCartItem = z.object({
  id: z.int(),
  heist_id: z.int(),
  name: z.string(),
  image: z.string(),
  prize_name: z.string(),
  category: HeistCategory,
  /** Coins that the winner paid for the ticket. */
  ticket_paid: Coins,
  won_at: IsoTime,
});
export type HeistCartItem = z.infer<typeof HeistCartItem>;
/** H9: phone number and address in one text. */
export const HeistCheckoutBody = z.object({ address: paragraphText(500).min(5) });
export type HeistCheckoutBody = z.input<typeof HeistCheckoutBody>;
export const HeistCheckoutReply = Message.extend({ order_ids: z.array(z.int()) });
export type HeistCheckoutReply = z.infer<typeof HeistCheckoutReply>;
export const HeistOrderStatus = z.enum(['pending', 'approved', 'delivered', 'refunded']);
export type HeistOrderStatus = z.infer<typeof HeistOrderStatus>;
export const HeistOrder = Sendable.extend({
  order_id: z.int(),
  heist_id: z.int(),
  heist_name: z.string(),
  /** The prize in words. */
  heist_prize: z.string(),
  image: z.string(),
  auction_category: HeistCategory,
  status: HeistOrderStatus,
  created_at: IsoTime,
});
export type HeistOrder = z.infer<typeof HeistOrder>;

// Operators

export const AdminHeistOrder = HeistOrder.extend({
  id: z.int(),
  user_id: z.uuid(),
  username: z.string(),
  prize: Coins,
  /** Coins that the winner paid for the ticket, which a refund returns. */
  ticket_paid: Coins,
  address: z.string().nullable(),
  updated_at: IsoTime,
  /** The request for a second operator that waits (O3a). */
  approval_id: z.int().nullable(),
});
export type AdminHeistOrder = z.infer<typeof AdminHeistOrder>;
export const AdminHeistOrdersQuery = z.object({
  status: HeistOrderStatus.optional(),
  q: boundedString(120).optional(),
});
