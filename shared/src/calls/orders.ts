import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { Order } from '../cart.ts';
import { CursorQuery } from '../wire.ts';

/** GET /user/user-orders: the signed-in user's own orders; no other user's orders can be addressed. */
export const ordersCalls = defineCalls('orders', {
  'GET /user/user-orders': {
    summary: 'Own orders, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(Order),
  },
});
