import { ApprovalPending } from '@copup/shared/admin.ts';
import { AdminOrder, AdminOrdersQuery, Order, RefundOrderBody } from '@copup/shared/cart.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { decideOrder } from './decide-order.ts';
import { orderNotFound } from './orders.errors.ts';
import { findOrder, listOrders, listOrdersOf, type OrderRow } from './orders.queries.ts';
import { refundOrder } from './refund-order.ts';

/** GET /user/user-orders: the signed-in user's own orders; no other user's orders can be addressed. */
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
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getOrder = async (id: number): Promise<AdminOrder> => {
      const order = await findOrder(deps.db, id);
      if (!order) throw orderNotFound();
      return toAdminOrder(order);
    };

    app.get(
      '/admin/orders',
      {
        config,
        schema: {
          tags,
          summary: 'All orders; the total is in Content-Range',
          description: listDescription,
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
      {
        config: { ...config, errors: ['ORDER_NOT_FOUND'] },
        schema: { tags, summary: 'One order', params: IdParams, response: { 200: AdminOrder } },
      },
      ({ params }) => getOrder(params.id),
    );

    const moves = { ship: 'Marks an order as shipped', deliver: 'Marks an order as delivered' } as const;
    for (const action of ['ship', 'deliver'] as const) {
      app.post(
        `/admin/orders/:id/${action}`,
        {
          config: { ...config, errors: ['ORDER_NOT_FOUND', 'ORDER_STATUS'] },
          schema: { tags, summary: moves[action], params: IdParams, response: { 200: AdminOrder } },
        },
        async ({ viewer, params }) =>
          toAdminOrder(await decideOrder(deps, { orderId: params.id, action, operatorId: viewer.userId })),
      );
    }

    app.post(
      '/admin/orders/:id/refund',
      {
        config: {
          ...config,
          needsRecentSignIn: true,
          errors: ['ORDER_NOT_FOUND', 'ORDER_STATUS', 'OWN_WALLET', 'ALREADY_REQUESTED'],
        },
        schema: {
          tags,
          summary:
            'Refunds the price to the winner, once (A10); 202 when a second operator has to approve (O3a)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: RefundOrderBody,
          response: { 200: AdminOrder, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, headers, body }, reply) => {
        const refund = { orderId: params.id, operatorId: viewer.userId, key: headers['idempotency-key'] };
        const pending = await refundOrder(deps, { ...refund, reason: body.reason });
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await getOrder(params.id));
      },
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
