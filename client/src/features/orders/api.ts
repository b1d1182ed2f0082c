import type { Order } from '@copup/shared/cart.ts';
import { request } from '../../lib/api.ts';

export const listOrders = (signal?: AbortSignal) => request<Order[]>('/user/user-orders', { signal });
