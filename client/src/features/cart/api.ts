import type { CartItem, CheckoutBody, CheckoutReply } from '@copup/shared/cart.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';

export const listCart = (signal?: AbortSignal) => request<CartItem[]>('/cart', { signal });
export const checkOut = (body: CheckoutBody) => postIntent<CheckoutReply>('checkout', '/cart/checkout', body);
