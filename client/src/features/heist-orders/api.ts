import type {
  HeistCartItem,
  HeistCheckoutBody,
  HeistCheckoutReply,
  HeistOrder,
} from '@copup/shared/heist-orders.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';

export const listHeistCart = (signal?: AbortSignal) => request<HeistCartItem[]>('/hurt/cartH', { signal });
export const checkOutHeists = (body: HeistCheckoutBody) =>
  postIntent<HeistCheckoutReply>('heist-checkout', '/hurt/checkout', body);
export const listHeistOrders = (signal?: AbortSignal) =>
  request<HeistOrder[]>('/hurt/user-heist-orders', { signal });
