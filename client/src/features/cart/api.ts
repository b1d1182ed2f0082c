import type { CheckoutBody } from '@copup/shared/cart.ts';
import { callAll, callOnce } from '../../lib/calls.ts';

export const listCart = (signal?: AbortSignal) => callAll('GET /cart', signal);
export const checkOut = (body: CheckoutBody) => callOnce('checkout', 'POST /cart/checkout', { body });
