import { ApprovalPending } from '@copup/shared/admin.ts';
import {
  AdminTrader,
  AdminTradersQuery,
  EditTraderBody,
  NewTraderBody,
  TraderStockBody,
} from '@copup/shared/trades.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { changeStock } from './trader-stock.ts';
import { findAdminTrader, listAdminTraders } from './traders.admin.queries.ts';
import { traderNotFound } from './trades.errors.ts';
import { createTrader, editTrader } from './write-trader.ts';

const tags = ['operators: traders'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/traders: traders, their prices and their stock (O3, W16). */
export const tradersAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getTrader = async (id: number): Promise<AdminTrader> => {
      const trader = await findAdminTrader(deps.db, id);
      if (!trader) throw traderNotFound();
      return trader;
    };

    app.get(
      '/admin/traders',
      {
        config,
        schema: {
          tags,
          summary: 'All traders; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminTradersQuery.shape),
          response: { 200: z.array(AdminTrader) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listAdminTraders(deps.db, query);
        reply.header('content-range', contentRange('traders', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/traders/:id',
      {
        config: { ...config, errors: ['TRADER_NOT_FOUND'] },
        schema: { tags, summary: 'One trader', params: IdParams, response: { 200: AdminTrader } },
      },
      ({ params }) => getTrader(params.id),
    );

    app.post(
      '/admin/traders',
      {
        config: { ...config, errors: ['PRICE_TOO_LOW', 'USER_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Creates a trader with an empty stock',
          body: NewTraderBody,
          response: { 201: AdminTrader },
        },
      },
      async ({ viewer, body }, reply) =>
        reply.code(201).send(await getTrader(await createTrader(deps, viewer.userId, body))),
    );

    app.put(
      '/admin/traders/:id',
      {
        config: {
          ...config,
          errors: ['TRADER_NOT_FOUND', 'PRICE_TOO_LOW', 'USER_NOT_FOUND', 'ALREADY_REQUESTED'],
        },
        schema: {
          tags,
          summary:
            'Edits a trader; open trades keep their price and account. 202 when user or account change, which a second operator has to approve (W16)',
          params: IdParams,
          body: EditTraderBody,
          response: { 200: AdminTrader, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, body }, reply) => {
        const pending = await editTrader(deps, { id: params.id, operatorId: viewer.userId }, body);
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await getTrader(params.id));
      },
    );

    app.post(
      '/admin/traders/:id/stock',
      {
        config: {
          ...config,
          errors: ['TRADER_NOT_FOUND', 'NOT_ENOUGH_COINS', 'OWN_WALLET'],
        },
        schema: {
          tags,
          summary:
            'Funds a trader’s stock, or withdraws from it; 202 when a second operator has to approve (O3a)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: TraderStockBody,
          response: { 200: AdminTrader, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, headers, body }, reply) => {
        const pending = await changeStock(deps, {
          traderId: params.id,
          operatorId: viewer.userId,
          body,
          key: headers['idempotency-key'],
        });
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await getTrader(params.id));
      },
    );
  };
