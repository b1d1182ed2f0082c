import { ApprovalPending } from '@copup/shared/admin.ts';
import { RefundOrderBody, ShipOrderBody, UndoShipmentBody } from '@copup/shared/cart.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { contentRange, listDescription } from '../operators/operator-list.ts';
import { decideOrder } from './decide-order.ts';
import { orderNotFound } from './order.errors.ts';
import { type OrderFacts, readOrderFacts } from './order-facts.ts';
import type { OrderKind, StoredOrder } from './order-kind.ts';
import { listOrders, type OrderList, type OrderQuery } from './order-list.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder, undoShipment } from './ship-order.ts';

/** The parts of the operators' routes of one kind of orders (O3). */
interface OrderAdmin<Row extends StoredOrder, Filters extends z.ZodObject, Reply extends z.ZodType> {
  readonly kind: OrderKind<Row>;
  readonly list: OrderList;
  readonly filters: Filters;
  readonly reply: Reply;
  toReply(order: Row, facts: OrderFacts): z.input<Reply>;
  readonly summaries: { readonly list: string; readonly refund: string };
}

const decides = ['ORDER_NOT_FOUND', 'ORDER_STATUS'] as const;
const sends = [
  ...decides,
  ...(['OWES_COINS', 'OPEN_DISPUTE', 'YOUNG_COINS', 'OWN_WALLET', 'ALREADY_REQUESTED'] as const),
] as const;
const config = { access: 'operator', limit: 'admin' } as const;

/** Builds /api/admin/{plural}: list, one, a route for each move, refund. */
export const orderAdminRoutes =
  <Row extends StoredOrder, Filters extends z.ZodObject, Reply extends z.ZodType>(
    deps: Pick<Deps, 'db' | 'jobs' | 'newId' | 'notices' | 'settings'>,
    admin: OrderAdmin<Row, Filters, Reply>,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const { kind, summaries } = admin;
    const tags = [`operators: ${kind.plural.replace('-', ' ')}`];
    const path = `/admin/${kind.plural}`;
    // Inside, schemas are untyped: `OrderAdmin` types what is passed to them.
    const response: z.ZodType = admin.reply;

    async function get(id: number): Promise<unknown> {
      const order = await kind.find(deps.db, id);
      if (!order) throw orderNotFound();
      return (await toReplies([order]))[0];
    }

    async function toReplies(orders: readonly Row[]): Promise<unknown[]> {
      const factsOf = await readOrderFacts(deps.db, kind, orders);
      return orders.map((order) => admin.toReply(order, factsOf(order)));
    }

    app.get(
      path,
      {
        config,
        schema: {
          tags,
          summary: summaries.list,
          description: listDescription,
          querystring: ListQuery.extend(admin.filters.shape),
          response: { 200: z.array(response) },
        },
      },
      async (request, reply) => {
        const query = request.query as OrderQuery & z.output<Filters>;
        const { rows, total } = await listOrders<Row>(deps.db, admin.list, query);
        reply.header('content-range', contentRange(kind.plural, query, rows.length, total));
        return toReplies(rows);
      },
    );

    app.get(
      `${path}/:id`,
      {
        config: { ...config, errors: ['ORDER_NOT_FOUND'] },
        schema: { tags, summary: 'One order', params: IdParams, response: { 200: response } },
      },
      ({ params }) => get(params.id),
    );

    for (const [action, { to }] of Object.entries(kind.moves)) {
      app.post(
        `${path}/:id/${action}`,
        {
          config: { ...config, errors: sends },
          schema: {
            tags,
            summary: `Marks an order as ${to}; 202 when a second operator has to approve (O3a)`,
            params: IdParams,
            response: { 200: response, 202: ApprovalPending },
          },
        },
        async ({ viewer, params }, reply) => {
          const command = { orderId: params.id, action, operatorId: viewer.userId };
          const pending = await decideOrder(deps, kind, command);
          return pending ? reply.code(202).send(pending) : reply.code(200).send(await get(params.id));
        },
      );
    }

    const { shipment } = kind;
    if (shipment) {
      const shipped = { ...kind, shipment };
      app.post(
        `${path}/:id/ship`,
        {
          config: { ...config, errors: [...sends, 'BANK_REFERENCE_USED'] },
          schema: {
            tags,
            summary:
              'Marks an order as shipped; a product needs carrier and tracking, cash the reference of the bank; 202 when a second operator has to approve (O3a). The player sees it when it can no longer be undone, a minute later',
            params: IdParams,
            headers: IdempotencyHeaders,
            body: ShipOrderBody,
            response: { 200: response, 202: ApprovalPending },
          },
        },
        async ({ viewer, params, headers, body }, reply) => {
          const { bank_reference: bankReference, ...parcel } = body ?? {};
          const command = {
            orderId: params.id,
            operatorId: viewer.userId,
            parcel: { ...parcel, bankReference },
            key: headers['idempotency-key'],
          };
          const pending = await shipOrder(deps, shipped, command);
          return pending ? reply.code(202).send(pending) : reply.code(200).send(await get(params.id));
        },
      );

      app.post(
        `${path}/:id/undo-ship`,
        {
          config: { ...config, errors: [...decides, 'UNDO_OVER'] },
          schema: {
            tags,
            summary: 'Undoes a shipment within a minute, before the player is notified',
            params: IdParams,
            body: UndoShipmentBody,
            response: { 200: response },
          },
        },
        async ({ viewer, params, body }) => {
          const command = { orderId: params.id, operatorId: viewer.userId };
          await undoShipment(deps, shipped, { ...command, shippedAt: new Date(body.shipped_at) });
          return get(params.id);
        },
      );
    }

    app.post(
      `${path}/:id/refund`,
      {
        config: {
          ...config,
          errors: [...decides, 'OWN_WALLET', 'ALREADY_REQUESTED'],
        },
        schema: {
          tags,
          summary: summaries.refund,
          params: IdParams,
          headers: IdempotencyHeaders,
          body: RefundOrderBody,
          response: { 200: response, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, headers, body }, reply) => {
        const refund = { orderId: params.id, operatorId: viewer.userId, reason: body.reason };
        const pending = await refundOrder(deps, kind, { ...refund, key: headers['idempotency-key'] });
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await get(params.id));
      },
    );
  };
