import { heistOrdersCalls } from '@copup/shared/calls/heist-orders.ts';
import type { AdminHeistOrder, HeistOrder } from '@copup/shared/heist-orders.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { paged } from '../../../paged.ts';
import { routes } from '../../../routes.ts';
import { checkOut } from '../check-out.ts';
import { type OrderFacts, readOrderFacts } from '../order-facts.ts';
import type { OrderAdmin } from '../order-parts.ts';
import { insertHeistOrders, listHeistCart, lockHeistCart } from './heist-cart.queries.ts';
import { heistOrderKind } from './heist-order-kind.ts';
import { type HeistOrderRow, heistOrderList, listHeistOrdersOf } from './heist-orders.queries.ts';

/** The signed-in user's own cart and orders; those of no other user can be addressed (H8). */
export const heistOrdersRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(heistOrdersCalls, {
    'GET /hurt/cartH': async ({ viewer, query }, reply) =>
      paged(reply, await listHeistCart(deps.db, viewer.userId, query)).map(
        ({ heistId, prizeName, image, ticketPaid, wonAt, ...item }) => ({
          ...item,
          heist_id: heistId,
          prize_name: prizeName,
          image: imageUrl(image),
          ticket_paid: ticketPaid,
          won_at: wonAt.toISOString(),
        }),
      ),

    'POST /hurt/checkout': ({ viewer, key, body }) =>
      checkOut(deps, {
        viewer,
        route: 'hurt/checkout',
        key,
        input: body,
        lockCart: (tx) => lockHeistCart(tx, viewer.userId),
        order: (tx, items) => insertHeistOrders(tx, viewer.userId, items, body.address),
      }),

    'GET /hurt/user-heist-orders': async ({ viewer, query }, reply) => {
      const rows = paged(reply, await listHeistOrdersOf(deps.db, viewer.userId, query));
      const factsOf = await readOrderFacts(deps.db, heistOrderKind, rows);
      return rows.map((row) => toOrder(row, factsOf(row)));
    },
  });

/** /api/admin/heist-orders (O3). */
export const heistOrderAdmin: OrderAdmin<HeistOrderRow> = {
  kind: heistOrderKind,
  list: heistOrderList,
  toReply: toAdminOrder,
  won: { kind: 'heist', label: 'Heist', idOf: ({ heistId }) => heistId },
  waiting: {
    statuses: ['pending', 'approved'],
    oldest: {
      name: 'u.full_name',
      item: 'h.prize_name',
      joins: 'JOIN users u ON u.id = t.user_id JOIN heists h ON h.id = t.heist_id',
    },
  },
};

const toOrder = (row: HeistOrderRow, facts: OrderFacts): z.output<typeof HeistOrder> => ({
  order_id: row.id,
  heist_id: row.heistId,
  heist_name: row.itemName,
  heist_prize: row.prizeName,
  image: imageUrl(row.image),
  auction_category: row.category,
  status: row.status,
  created_at: row.createdAt.toISOString(),
  sendable_from: facts.sendableFrom?.toISOString() ?? null,
  on_hold: facts.onHold,
});

function toAdminOrder(row: HeistOrderRow, facts: OrderFacts): z.output<typeof AdminHeistOrder> {
  return {
    ...toOrder(row, facts),
    id: row.id,
    user_id: row.userId,
    username: row.username,
    prize: row.prize,
    ticket_paid: row.paidAvailable + row.paidBonus,
    address: row.address,
    updated_at: row.updatedAt.toISOString(),
    approval_id: facts.approvalId,
  };
}
