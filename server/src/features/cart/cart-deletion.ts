import { paths } from '@copup/shared/page-paths.ts';
import type { AccountDeletion } from '../../feature.ts';
import { listCart } from './cart.queries.ts';

const MAX_SHOWN = 100;

/** S7: won items without an order. */
export const cartDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const { rows } = await listCart(tx, userId, { limit: MAX_SHOWN });
    return rows.map(({ name }) => ({ kind: 'cart', details: name, bid_points: null, path: paths.cart }));
  },
};
