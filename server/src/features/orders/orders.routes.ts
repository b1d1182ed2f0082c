import { AdminOrder, AdminOrdersQuery, Order, RefundOrderBody } from '@copup/shared/cart.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange } from '../../lists/operator-list.ts';
import { decideOrder } from './decide-order.ts';
import { orderNotFound } from './orders.errors.ts';
import { findOrder, listOrders, listOrdersOf, type OrderRow } from './orders.queries.ts';

/** GET /user/user-orders: the signed-in user's own orders; nobody else's can be named. */
export const ordersRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/user-orders',
      {
        config: { access: 'user', limit: 'read' },
        schema: { tags: ['orders'], summary: 'Own orders, newest first', response: { 200: z.array(Order) } },
      },
      async ({ viewer }) => (await listOrdersOf(deps.db, viewer.userId)).map(toOrder),
    );
  };

const tags = ['operators: orders'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/orders (O3). */
export const ordersAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/orders',
      {
        config,
        schema: {
          tags,
          summary: 'All orders; the total is in Content-Range',
          querystring: ListQuery.extend(AdminOrdersQuery.shape),
          response: { 200: z.array(AdminOrder) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listOrders(deps.db, query);
        reply.header('content-range', contentRange('orders', query, rows.length, total));
        return rows.map(toAdminOrder);
      },
    );

    app.get(
      '/admin/orders/:id',
      { config, schema: { tags, summary: 'One order', params: IdParams, response: { 200: AdminOrder } } },
      async ({ params }) => {
        const order = await findOrder(deps.db, params.id);
        if (!order) throw orderNotFound();
        return toAdminOrder(order);
      },
    );

    const moves = { ship: 'Marks an order as shipped', deliver: 'Marks an order as delivered' } as const;
    for (const action of ['ship', 'deliver'] as const) {
      app.post(
        `/admin/orders/:id/${action}`,
        {
          config,
          schema: { tags, summary: moves[action], params: IdParams, response: { 200: AdminOrder } },
        },
        async ({ viewer, params }) =>
          toAdminOrder(await decideOrder(deps, { orderId: params.id, action, operatorId: viewer.userId })),
      );
    }

    app.post(
      '/admin/orders/:id/refund',
      {
        config,
        schema: {
          tags,
          summary: 'Gives the winner the price back, once (A10)',
          params: IdParams,
          body: RefundOrderBody,
          response: { 200: AdminOrder },
        },
      },
      async ({ viewer, params, body }) =>
        toAdminOrder(
          await decideOrder(deps, {
            orderId: params.id,
            action: 'refund',
            operatorId: viewer.userId,
            reason: body.reason,
          }),
        ),
    );
  };

const toOrder = (row: OrderRow): z.output<typeof Order> => ({
  order_id: row.id,
  auction_id: row.auctionId,
  auction_name: row.auctionName,
  auction_category: row.auctionCategory,
  status: row.status,
  created_at: row.createdAt.toISOString(),
});

const toAdminOrder = (row: OrderRow): z.output<typeof AdminOrder> => ({
  ...toOrder(row),
  id: row.id,
  user_id: row.userId,
  username: row.username,
  price_paid: row.pricePaid,
  address: row.address,
  account_name: row.accountName,
  account_number: row.accountNumber,
  contact_info: row.contactInfo,
  updated_at: row.updatedAt.toISOString(),
});
