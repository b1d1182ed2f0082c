import type { HeistCheckoutBody } from '@copup/shared/heist-orders.ts';
import { callAll, callOnce, callPage } from '../../lib/calls.ts';

export const listHeistCart = (signal?: AbortSignal) => callAll('GET /hurt/cartH', signal);
export const checkOutHeists = (body: HeistCheckoutBody) =>
  callOnce('heist-checkout', 'POST /hurt/checkout', { body });
export const listHeistOrders = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /hurt/user-heist-orders', { query: { before }, signal });
