import { ApprovalPending } from '@copup/shared/admin.ts';
import { AdminPayout, AdminPayoutsQuery, PayPayoutBody } from '@copup/shared/payouts.ts';
import { RejectBody } from '@copup/shared/shop.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { readRisks } from '../../payments/refuse-at-risk.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { decidePayout, type PayoutDecision } from './decide-payout.ts';
import { findAdminPayout, listPayouts } from './payouts.admin.queries.ts';
import { payoutNotFound } from './payouts.errors.ts';
import { toAdminPayout } from './payouts.wire.ts';

const tags = ['operators: payouts'];
const config = { access: 'operator', limit: 'admin' } as const;
const decisionConfig = {
  ...config,
  errors: ['PAYOUT_NOT_FOUND', 'WRONG_STATUS', 'OWN_WALLET', 'OWES_COINS', 'OPEN_DISPUTE'],
} as const;

interface DecisionRequest {
  viewer: Pick<Viewer, 'userId'>;
  params: { id: number };
  headers: { 'idempotency-key'?: string | undefined };
}

/** /api/admin/payouts: the queue of payouts (O3). */
export const payoutsAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getPayout = async (id: number): Promise<AdminPayout> => {
      const payout = await findAdminPayout(deps.db, id);
      if (!payout) throw payoutNotFound();
      return toAdminPayout(payout, await readRisks(deps.db, [payout.userId]));
    };
    const decide = (
      { viewer, params, headers }: DecisionRequest,
      decision: Pick<PayoutDecision, 'action' | 'reason' | 'bankReference'>,
    ) =>
      decidePayout(
        deps,
        { ...decision, payoutId: params.id, operatorId: viewer.userId },
        headers['idempotency-key'],
      );

    app.get(
      '/admin/payouts',
      {
        config,
        schema: {
          tags,
          summary: 'All payouts; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminPayoutsQuery.shape),
          response: { 200: z.array(AdminPayout) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listPayouts(deps.db, query);
        reply.header('content-range', contentRange('payouts', query, rows.length, total));
        const risks = await readRisks(
          deps.db,
          rows.map(({ userId }) => userId),
        );
        return rows.map((row) => toAdminPayout(row, risks));
      },
    );

    app.get(
      '/admin/payouts/:id',
      {
        config: { ...config, errors: ['PAYOUT_NOT_FOUND'] },
        schema: { tags, summary: 'One payout', params: IdParams, response: { 200: AdminPayout } },
      },
      ({ params }) => getPayout(params.id),
    );

    app.post(
      '/admin/payouts/:id/approve',
      {
        config: { ...decisionConfig, errors: [...decisionConfig.errors, 'ALREADY_REQUESTED'] },
        schema: {
          tags,
          summary: 'Captures the held coins (W3); 202 when a second operator has to approve (O3a)',
          params: IdParams,
          headers: IdempotencyHeaders,
          response: { 200: AdminPayout, 202: ApprovalPending },
        },
      },
      async (request, reply) => {
        const pending = await decide(request, { action: 'approve' });
        return pending
          ? reply.code(202).send(pending)
          : reply.code(200).send(await getPayout(request.params.id));
      },
    );

    app.post(
      '/admin/payouts/:id/pay',
      {
        config: decisionConfig,
        schema: {
          tags,
          summary: 'Marks an approved payout as paid, with the reference of the bank (W3)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: PayPayoutBody,
          response: { 200: AdminPayout },
        },
      },
      async (request) => {
        await decide(request, { action: 'pay', bankReference: request.body.bank_reference });
        return getPayout(request.params.id);
      },
    );

    app.post(
      '/admin/payouts/:id/return',
      {
        config: { ...decisionConfig, errors: [...decisionConfig.errors, 'ALREADY_REQUESTED'] },
        schema: {
          tags,
          summary:
            'Returns the coins of an approved payout, once (W3); 202 when a second operator has to approve (O3a)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: RejectBody,
          response: { 200: AdminPayout, 202: ApprovalPending },
        },
      },
      async (request, reply) => {
        const pending = await decide(request, { action: 'return', reason: request.body.reason });
        return pending
          ? reply.code(202).send(pending)
          : reply.code(200).send(await getPayout(request.params.id));
      },
    );

    app.post(
      '/admin/payouts/:id/reject',
      {
        config: decisionConfig,
        schema: {
          tags,
          summary: 'Releases the held coins, with a reason that the user sees (W3)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: RejectBody,
          response: { 200: AdminPayout },
        },
      },
      async (request) => {
        await decide(request, { action: 'reject', reason: request.body.reason });
        return getPayout(request.params.id);
      },
    );
  };
