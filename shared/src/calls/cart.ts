import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { CartItem, CheckoutBody, CheckoutReply } from '../cart.ts';
import { CursorQuery } from '../wire.ts';

/** The signed-in user's own cart; no other user's cart can be addressed. */
export const cartCalls = defineCalls('cart', {
  'GET /cart': {
    summary: 'Won items without an order, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(CartItem),
  },
  'POST /cart/checkout': {
    summary: 'Orders everything in the cart (A10)',
    access: 'player',
    limit: 'checkout',
    errors: ['CART_EMPTY'],
    hasKey: true,
    body: CheckoutBody,
    reply: CheckoutReply,
  },
});
