import { ordersCalls } from '@copup/shared/calls/orders.ts';
import type { AdminOrder, Order } from '@copup/shared/cart.ts';
import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { paged } from '../../../paged.ts';
import { routes } from '../../../routes.ts';
import { type OrderFacts, readOrderFacts } from '../order-facts.ts';
import type { OrderAdmin } from '../order-parts.ts';
import { orderKind } from './order-kind.ts';
import { listOrdersOf, type OrderRow, orderList } from './orders.queries.ts';

/** GET /user/user-orders: the signed-in user's own orders; no other user's orders can be addressed. */
export const ordersRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(ordersCalls, {
    'GET /user/user-orders': async ({ viewer, query }, reply) => {
      const rows = paged(reply, await listOrdersOf(deps.db, viewer.userId, query));
      const factsOf = await readOrderFacts(deps.db, orderKind, rows);
      return rows.map((row) => toOrder(row, factsOf(row)));
    },
  });

/** /api/admin/orders (O3). */
export const orderAdmin: OrderAdmin<OrderRow> = {
  kind: orderKind,
  list: orderList,
  toReply: toAdminOrder,
  won: { kind: 'auction', label: 'Auction', idOf: ({ auctionId }) => auctionId },
  waiting: {
    statuses: ['processing'],
    oldest: {
      name: 'u.full_name',
      item: 'a.name',
      joins: 'JOIN users u ON u.id = t.user_id JOIN auctions a ON a.id = t.auction_id',
    },
  },
};

/** A player sees a shipment when it can no longer be undone. */
const toOrder = (row: OrderRow, facts: OrderFacts): z.output<typeof Order> =>
  row.noticeAt === null
    ? asStored(row, facts)
    : {
        ...asStored(row, facts),
        status: 'processing',
        carrier: null,
        tracking: null,
        bank_reference: null,
        shipped_at: null,
        updated_at: row.createdAt.toISOString(),
      };

const asStored = (row: OrderRow, facts: OrderFacts): z.output<typeof Order> => ({
  order_id: row.id,
  auction_id: row.auctionId,
  auction_name: row.itemName,
  auction_category: row.auctionCategory,
  status: row.status,
  created_at: row.createdAt.toISOString(),
  carrier: row.carrier,
  tracking: row.tracking,
  bank_reference: row.bankReference,
  shipped_at: row.shippedAt?.toISOString() ?? null,
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  updated_at: row.updatedAt.toISOString(),
  image: imageUrl(row.image),
  price: row.priceKobo / KOBO_PER_NAIRA,
  price_paid: row.pricePaid,
  won_at: row.wonAt.toISOString(),
  sendable_from: facts.sendableFrom?.toISOString() ?? null,
  on_hold: facts.onHold,
});

function toAdminOrder(row: OrderRow, facts: OrderFacts): z.output<typeof AdminOrder> {
  return {
    ...asStored(row, facts),
    id: row.id,
    user_id: row.userId,
    username: row.username,
    address: row.address,
    account_name: row.accountName,
    account_number: row.accountNumber,
    contact_info: row.contactInfo,
    undo_until: row.noticeAt?.toISOString() ?? null,
    approval_id: facts.approvalId,
  };
}
