import { paths } from '@copup/shared/page-paths.ts';
import { eq } from '../../../db/drizzle.ts';
import type { AccountDeletion } from '../../../feature.ts';
import { listOpenOrders } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

const MAX_SHOWN = 20;

/** S7: orders that are not delivered. The addresses and accounts of the others are erased; the orders remain. */
export const orderDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const open = await listOpenOrders(tx, userId, MAX_SHOWN);
    return open.map(({ itemName: name }) => ({
      kind: 'order',
      details: name,
      bid_points: null,
      path: paths.orders,
    }));
  },
  async erase(tx, userId) {
    await tx.orm
      .update(orders)
      .set({ address: null, accountName: null, accountNumber: null, contactInfo: null })
      .where(eq(orders.userId, userId));
  },
};
