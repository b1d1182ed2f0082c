import { heistOrdersAdminCalls } from '@copup/shared/calls/heist-orders.ts';
import type { OrderKind } from '../order-kind.ts';
import { findHeistOrder, type HeistOrderRow } from './heist-orders.queries.ts';

/** Orders of prizes won in heists (H8). A refund returns the price of the ticket, which is all that the winner paid. */
export const heistOrderKind: OrderKind<HeistOrderRow> = {
  name: 'heist-order',
  plural: 'heist-orders',
  table: 'heist_orders',
  calls: heistOrdersAdminCalls,
  moves: {
    approve: { to: 'approved', from: 'pending' },
    deliver: { to: 'delivered', from: 'approved' },
  },
  find: findHeistOrder,
  wonBy: ({ heistId }) => ({ kind: 'heist', id: String(heistId) }),
  paidBy: ({ paidAvailable: available, paidBonus: bonus }) => ({ available, bonus }),
  worth: ({ prize }) => prize,
};
