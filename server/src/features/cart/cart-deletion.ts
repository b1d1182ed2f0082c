import { paths } from '@copup/shared/page-paths.ts';
import type { AccountDeletion } from '../../feature.ts';
import { listCart } from './cart.queries.ts';

/** S7: won items without an order. */
export const cartDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const items = await listCart(tx, userId);
    return items.map(({ name }) => ({ kind: 'cart', details: name, bid_points: null, path: paths.cart }));
  },
};
