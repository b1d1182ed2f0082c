import { ApprovalPending } from '@copup/shared/admin.ts';
import { AdminBet, AdminBetsQuery, BetReasonBody } from '@copup/shared/bets.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { findAdminBet, listAdminBets } from './bets.admin.queries.ts';
import { betNotFound } from './bets.errors.ts';
import { cancelByOperator } from './cancel-bet.ts';
import { hideTitle } from './hide-title.ts';

const tags = ['operators: bets'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/bets: bets, their cancellation and their titles (O3, X13). */
export const betsAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getBet = async (id: number): Promise<AdminBet> => {
      const bet = await findAdminBet(deps.db, id);
      if (!bet) throw betNotFound();
      return bet;
    };

    app.get(
      '/admin/bets',
      {
        config,
        schema: {
          tags,
          summary: 'All bets; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminBetsQuery.shape),
          response: { 200: z.array(AdminBet) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listAdminBets(deps.db, query);
        reply.header('content-range', contentRange('bets', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/bets/:id',
      {
        config: { ...config, errors: ['BET_NOT_FOUND'] },
        schema: { tags, summary: 'One bet', params: IdParams, response: { 200: AdminBet } },
      },
      ({ params }) => getBet(params.id),
    );

    app.post(
      '/admin/bets/:id/cancel',
      {
        config: {
          ...config,
          errors: ['BET_NOT_FOUND', 'WRONG_STATUS', 'OWN_WALLET', 'ALREADY_REQUESTED'],
        },
        schema: {
          tags,
          summary:
            'Cancels an open bet and returns its stakes, with a reason that the players read; 202 when a second operator has to approve (O3a)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: BetReasonBody,
          response: { 200: AdminBet, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, headers, body }, reply) => {
        const pending = await cancelByOperator(deps, {
          betId: params.id,
          operatorId: viewer.userId,
          reason: body.reason,
          key: headers['idempotency-key'],
        });
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await getBet(params.id));
      },
    );

    app.post(
      '/admin/bets/:id/hide-title',
      {
        config: { ...config, errors: ['BET_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Hides the title of a bet from players; its creator reads the reason (X13)',
          params: IdParams,
          body: BetReasonBody,
          response: { 200: AdminBet },
        },
      },
      async ({ viewer, params, body }) => {
        await hideTitle(deps, { betId: params.id, operatorId: viewer.userId, reason: body.reason });
        return getBet(params.id);
      },
    );
  };
