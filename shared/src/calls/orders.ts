import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { AdminOrder, AdminOrdersQuery, Order, ShipOrderBody, UndoShipmentBody } from '../cart.ts';
import { CursorQuery, IdParams } from '../wire.ts';
import { decidedCalls } from './decisions.ts';

/** GET /user/user-orders: the signed-in user's own orders; no other user's orders can be addressed. */
export const ordersCalls = defineCalls('orders', {
  'GET /user/user-orders': {
    summary: 'Own orders, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(Order),
  },
});

const tag = 'operators: orders';

/** /api/admin/orders: orders of items won in auctions (A10, O3). */
export const ordersAdminCalls = decidedCalls('/admin/orders', {
  tag,
  right: 'orders',
  summaries: { list: 'All orders; the total is in Content-Range', one: 'One order' },
  errors: ['ORDER_NOT_FOUND', 'ORDER_STATUS'],
  filters: AdminOrdersQuery,
  reply: AdminOrder,
  decisions: {
    deliver: { summary: 'Marks an order as delivered', effect: 'none', isKeyed: false },
    refund: {
      summary: 'Refunds the price to the winner, once (A10); 202 when a second operator has to approve (O3a)',
      effect: 'return',
      needs: 'reason',
    },
  },
});

const shipment = { right: 'orders', params: IdParams, reply: AdminOrder } as const;

/** The shipment of such an order. */
export const shipmentsCalls = defineCalls(tag, {
  'POST /admin/orders/:id/ship': {
    ...shipment,
    summary:
      'Marks an order as shipped; a product needs carrier and tracking, cash the reference of the bank; 202 when a second operator has to approve (O3a). The player sees it when it can no longer be undone, a minute later',
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_STATUS',
      'SUSPENDED',
      'OWES_COINS',
      'OPEN_DISPUTE',
      'YOUNG_COINS',
      'OWN_WALLET',
      'ALREADY_REQUESTED',
      'BANK_REFERENCE_USED',
    ],
    hasKey: true,
    body: ShipOrderBody,
    mayWait: true,
  },
  'POST /admin/orders/:id/undo-ship': {
    ...shipment,
    summary: 'Undoes a shipment within a minute, before the player is notified',
    errors: ['ORDER_NOT_FOUND', 'ORDER_STATUS', 'UNDO_OVER'],
    body: UndoShipmentBody,
  },
});
