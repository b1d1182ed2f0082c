import type { Order } from '@copup/shared/cart.ts';

export type OrderGroup = 'well' | 'over';

export interface OrderStep {
  name: string;
  /** ISO time; null for a step that has no recorded time or is still to come. */
  at: string | null;
  state: 'done' | 'now' | 'next';
}

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
  const times = [order.created_at, order.shipped_at, order.delivered_at];
  return words[order.auction_category].map((name, nth) => ({
    name,
    at: times[nth] ?? null,
    state: nth < at || order.status === 'delivered' ? 'done' : nth === at ? 'now' : 'next',
  }));
}

export const groupOf = ({ status }: Pick<Order, 'status'>): OrderGroup =>
  status === 'processing' || status === 'shipped' ? 'well' : 'over';
