import type { OrderKind } from '../../orders/order-kind.ts';
import { findOrder, type OrderRow } from './orders.queries.ts';

/** Orders of items won in auctions (A10). The price is paid from `available`. */
export const orderKind: OrderKind<OrderRow> = {
  name: 'order',
  plural: 'orders',
  table: 'orders',
  moves: {
    ship: { to: 'shipped', from: 'processing' },
    deliver: { to: 'delivered', from: 'shipped' },
  },
  find: findOrder,
  paidBy: ({ pricePaid }) => ({ available: pricePaid, bonus: 0 }),
};
