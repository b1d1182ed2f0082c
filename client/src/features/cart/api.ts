import type { CartItem, CheckoutBody, CheckoutReply } from '@copup/shared/cart.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestAll } from '../../lib/list-page.ts';

export const listCart = (signal?: AbortSignal) => requestAll<CartItem>('/cart', signal);
export const checkOut = (body: CheckoutBody) => postIntent<CheckoutReply>('checkout', '/cart/checkout', body);
