import { ApprovalPending } from '@copup/shared/admin.ts';
import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import { AdminTrade, AdminTradesQuery, ApproveTradeBody, RejectTradeBody } from '@copup/shared/trades.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { approveTrade, rejectTrade } from './decide-trade.ts';
import { dueAt } from './trade-rules.ts';
import { type AdminTradeRow, findAdminTrade, listTrades } from './trades.admin.queries.ts';
import { tradeNotFound } from './trades.errors.ts';
import { findScreenshot } from './trades.queries.ts';

const tags = ['operators: trades'];
const config = { access: 'operator', limit: 'admin' } as const;
const decisionErrors = ['TRADE_NOT_FOUND', 'WRONG_STATUS', 'TRADE_EXPIRED'] as const;

/** /api/admin/trades: the queue of trades (O3). */
export const tradesAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getTrade = async (id: number): Promise<AdminTrade> => {
      const row = await findAdminTrade(deps.db, id);
      if (!row) throw tradeNotFound();
      return toAdminTrade(row);
    };

    app.get(
      '/admin/trades',
      {
        config,
        schema: {
          tags,
          summary: 'All trades; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminTradesQuery.shape),
          response: { 200: z.array(AdminTrade) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listTrades(deps.db, query);
        reply.header('content-range', contentRange('trades', query, rows.length, total));
        return rows.map(toAdminTrade);
      },
    );

    app.get(
      '/admin/trades/:id',
      {
        config: { ...config, errors: ['TRADE_NOT_FOUND'] },
        schema: { tags, summary: 'One trade', params: IdParams, response: { 200: AdminTrade } },
      },
      ({ params }) => getTrade(params.id),
    );

    const pictures = [
      ['screenshot', 'The proof of payment, kept for 180 days', false],
      ['evidence', 'The picture of a dispute, kept for 180 days', true],
    ] as const;
    for (const [name, summary, isEvidence] of pictures)
      app.get(
        `/admin/trades/:id/${name}`,
        {
          config: { ...config, errors: ['NOT_FOUND'] },
          schema: {
            tags,
            summary,
            params: IdParams,
            response: { 200: { content: { 'image/webp': { schema: z.string() } } } },
          },
        },
        async ({ params }, reply) => {
          const picture = await findScreenshot(deps.db, params.id, isEvidence);
          if (!picture) throw new Refusal('NOT_FOUND', 'Screenshot not found.');
          return reply
            .headers({
              'content-type': 'image/webp',
              'cache-control': 'private, no-store',
              'x-content-type-options': 'nosniff',
              'content-security-policy': "default-src 'none'",
            })
            .send(picture as unknown as string);
        },
      );

    app.post(
      '/admin/trades/:id/approve',
      {
        config: {
          ...config,
          errors: [...decisionErrors, 'BANK_REFERENCE_USED', 'OWN_WALLET', 'ALREADY_REQUESTED'],
        },
        schema: {
          tags,
          summary:
            'Pays a trade out to its buyer, once (W4); 202 when a second operator has to approve (O3a)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: ApproveTradeBody,
          response: { 200: AdminTrade, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, headers, body }, reply) => {
        const pending = await approveTrade(deps, {
          tradeId: params.id,
          operatorId: viewer.userId,
          bankReference: body.bank_reference,
          key: headers['idempotency-key'],
        });
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await getTrade(params.id));
      },
    );

    app.post(
      '/admin/trades/:id/reject',
      {
        config: { ...config, errors: [...decisionErrors, 'OWN_BENEFIT'] },
        schema: {
          tags,
          summary: 'Rejects a trade with a reason that the buyer reads; reserved coins return to the trader',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: RejectTradeBody,
          response: { 200: AdminTrade },
        },
      },
      async ({ viewer, params, headers, body }) => {
        await rejectTrade(deps, {
          tradeId: params.id,
          operatorId: viewer.userId,
          reason: body.reason,
          key: headers['idempotency-key'],
        });
        return getTrade(params.id);
      },
    );
  };

function toAdminTrade({
  price_kobo,
  approved,
  rejected,
  approved_points,
  registered_at,
  has_proof,
  disputed_at,
  ...row
}: AdminTradeRow): AdminTrade {
  return {
    ...row,
    price: price_kobo / KOBO_PER_NAIRA,
    screenshot: has_proof ? `/api/admin/trades/${row.id}/screenshot` : null,
    evidence: disputed_at ? `/api/admin/trades/${row.id}/evidence` : null,
    due_at: disputed_at ? dueAt(disputed_at).toISOString() : null,
    stock_until: row.stock_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    history: { approved, rejected, approved_points, registered_at: registered_at.toISOString() },
  };
}
