import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { HeistCartItem, HeistCheckoutBody, HeistCheckoutReply, HeistOrder } from '../heist-orders.ts';
import { CursorQuery } from '../wire.ts';

/** The signed-in user's own cart and orders; those of no other user can be addressed (H8). */
export const heistOrdersCalls = defineCalls('heist orders', {
  'GET /hurt/cartH': {
    summary: 'Won prizes without an order (H4), newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(HeistCartItem),
  },
  'POST /hurt/checkout': {
    summary: 'Orders every prize in the heist cart (H8)',
    access: 'player',
    limit: 'checkout',
    errors: ['CART_EMPTY'],
    hasKey: true,
    body: HeistCheckoutBody,
    reply: HeistCheckoutReply,
  },
  'GET /hurt/user-heist-orders': {
    summary: 'Own orders of won prizes, newest first (H8); X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(HeistOrder),
  },
});
