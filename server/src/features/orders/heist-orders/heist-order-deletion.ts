import { paths } from '@copup/shared/page-paths.ts';
import type { AccountDeletion } from '../../../feature.ts';
import { listHeistCart } from './heist-cart.queries.ts';
import { eraseAddresses, listOpenHeistOrders } from './heist-orders.queries.ts';

const MAX_SHOWN = 20;

/**
 * S7: prizes without an order, and orders that are not delivered. The addresses of the others are erased; the orders
 * remain.
 */
export const heistOrderDeletion: AccountDeletion = {
  // The cart is read first: a checkout between both reads moves its items to the orders.
  async blocks(tx, userId) {
    const items = await listHeistCart(tx, userId, { limit: MAX_SHOWN });
    const open = await listOpenHeistOrders(tx, userId, MAX_SHOWN);
    return [
      ...items.rows.map(({ name }) => ({
        kind: 'cart' as const,
        details: name,
        bid_points: null,
        path: paths.heistCart,
      })),
      ...open.map(({ itemName }) => ({
        kind: 'order' as const,
        details: itemName,
        bid_points: null,
        path: paths.heistOrders,
      })),
    ];
  },
  erase: eraseAddresses,
};
