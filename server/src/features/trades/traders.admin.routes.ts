import { ApprovalPending } from '@copup/shared/admin.ts';
import { AdminTrader, TraderStockBody } from '@copup/shared/trades.ts';
import { IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { getRecord } from '../../records/record-list.ts';
import { changeStock } from './trader-stock.ts';

/** /api/admin/traders/{id}/stock: the coins that a trader sells (O3, W16). */
export const stockRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'settings'>, record: RecordAdmin): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/admin/traders/:id/stock',
      {
        config: {
          access: 'operator',
          limit: 'admin',
          errors: ['TRADER_NOT_FOUND', 'NOT_ENOUGH_COINS', 'OWN_WALLET'],
        },
        schema: {
          tags: [record.tag],
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
        if (pending) return reply.code(202).send(pending);
        return reply.code(200).send((await getRecord(deps.db, record, params.id)) as AdminTrader);
      },
    );
  };
