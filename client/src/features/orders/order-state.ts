import type { Order } from '@copup/shared/cart.ts';
import { type OrderStep, orderSteps } from '../../lib/order-steps.ts';

export type OrderGroup = 'well' | 'over';

const words: Record<Order['auction_category'], readonly [string, string, string]> = {
  product: ['Ordered', 'On its way', 'Delivered'],
  cash: ['Ordered', 'Payment sent', 'Paid'],
  coupon: ['Ordered', 'Code sent', 'Received'],
};
const reached: Record<Order['status'], number> = { processing: 0, shipped: 1, delivered: 2, refunded: -1 };

/** Returns the steps of an order; none for a refunded one. Pure. */
export function stepsOf(
  order: Pick<Order, 'auction_category' | 'status' | 'created_at' | 'shipped_at' | 'delivered_at'>,
): OrderStep[] {
  const at = reached[order.status];
  if (at < 0) return [];
  return orderSteps(words[order.auction_category], at, [
    order.created_at,
    order.shipped_at,
    order.delivered_at,
  ]);
}

export const groupOf = ({ status }: Pick<Order, 'status'>): OrderGroup =>
  status === 'processing' || status === 'shipped' ? 'well' : 'over';
