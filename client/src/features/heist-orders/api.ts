import type {
  HeistCartItem,
  HeistCheckoutBody,
  HeistCheckoutReply,
  HeistOrder,
} from '@copup/shared/heist-orders.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestAll, requestPage } from '../../lib/list-page.ts';

export const listHeistCart = (signal?: AbortSignal) => requestAll<HeistCartItem>('/hurt/cartH', signal);
export const checkOutHeists = (body: HeistCheckoutBody) =>
  postIntent<HeistCheckoutReply>('heist-checkout', '/hurt/checkout', body);
export const listHeistOrders = (before: string | undefined, signal: AbortSignal) =>
  requestPage<HeistOrder>('/hurt/user-heist-orders', { before }, signal);
