import type { AuctionCategory } from '@copup/shared/auctions.ts';
import type { Order } from '@copup/shared/cart.ts';
import type { HeistOrder } from '@copup/shared/heist-orders.ts';
import {
  Banknote,
  Check,
  ClipboardCheck,
  Clock,
  House,
  type LucideIcon,
  Package,
  Signal,
  Truck,
} from 'lucide-react';
import type { StepDot } from '../../ui/step-dots.tsx';

/** Orders of auctions differ by category. */
export type OrderKind = AuctionCategory | 'heist';

const names: Record<OrderKind, readonly string[]> = {
  product: ['Ordered', 'On its way', 'Delivered'],
  cash: ['Ordered', 'Payment sent', 'Paid'],
  coupon: ['Ordered', 'Sent', 'Received'],
  heist: ['Pending', 'Approved', 'Delivered'],
};
const icons: Record<OrderKind, readonly LucideIcon[]> = {
  product: [Package, Truck, House],
  cash: [Package, Banknote, Check],
  coupon: [Package, Signal, Check],
  heist: [Clock, ClipboardCheck, House],
};
const reached: Record<Order['status'] | HeistOrder['status'], number> = {
  ...{ processing: 0, shipped: 1, delivered: 2, refunded: -1 },
  ...{ pending: 0, approved: 1 },
};

/** Returns the steps of an order, the last of which ends it; none for a refunded one. Pure. */
export function stepsOf(
  kind: OrderKind,
  status: keyof typeof reached,
  times: readonly (string | null)[],
): StepDot[] {
  const at = reached[status];
  if (at < 0) return [];
  return names[kind].map((name, nth) => ({
    name,
    Icon: icons[kind][nth],
    at: times[nth] ?? null,
    state: nth < at || at === 2 ? 'done' : nth === at ? 'now' : 'next',
  }));
}
