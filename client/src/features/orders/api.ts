import type { CartItem, Order } from '@copup/shared/cart.ts';
import { request } from '../../lib/api.ts';

export const listOrders = (signal?: AbortSignal) => request<Order[]>('/user/user-orders', { signal });
/** Won items that are not ordered yet. */
export const listUnordered = (signal?: AbortSignal) => request<CartItem[]>('/cart', { signal });
