import type { CartItem, Order } from '@copup/shared/cart.ts';
import { requestAll, requestPage } from '../../lib/list-page.ts';

export const listOrders = (before: string | undefined, signal: AbortSignal) =>
  requestPage<Order>('/user/user-orders', { before }, signal);
/** Won items that are not ordered yet. */
export const listUnordered = (signal?: AbortSignal) => requestAll<CartItem>('/cart', signal);
