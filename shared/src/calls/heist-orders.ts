import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  AdminHeistOrder,
  AdminHeistOrdersQuery,
  HeistCartItem,
  HeistCheckoutBody,
  HeistCheckoutReply,
  HeistOrder,
} from '../heist-orders.ts';
import { CursorQuery } from '../wire.ts';
import { decidedCalls } from './decisions.ts';

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

/** /api/admin/heist-orders: orders of prizes won in heists (H8, O3). */
export const heistOrdersAdminCalls = decidedCalls('/admin/heist-orders', {
  tag: 'operators: heist orders',
  right: 'orders',
  summaries: {
    list: 'All orders of prizes won in heists; the total is in Content-Range',
    one: 'One order',
  },
  errors: ['ORDER_NOT_FOUND', 'ORDER_STATUS'],
  filters: AdminHeistOrdersQuery,
  reply: AdminHeistOrder,
  decisions: {
    approve: { summary: 'Marks an order as approved', effect: 'none', isKeyed: false },
    deliver: {
      summary: 'Marks an order as delivered; 202 when a second operator has to approve (O3a)',
      effect: 'none',
      isKeyed: false,
      isCounted: true,
      errors: ['SUSPENDED', 'OWES_COINS', 'OPEN_DISPUTE', 'YOUNG_COINS'],
    },
    refund: {
      summary:
        'Refunds the price of the ticket to the winner, once (H8); 202 when a second operator has to approve (O3a)',
      effect: 'return',
      needs: 'reason',
    },
  },
});
