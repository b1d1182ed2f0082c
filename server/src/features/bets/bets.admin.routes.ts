import type { AdminBet } from '@copup/shared/bets.ts';
import { betsAdminCalls } from '@copup/shared/calls/bets.ts';
import type { Deps } from '../../deps.ts';
import { contentRange } from '../../operators/operator-list.ts';
import { routes } from '../../routes.ts';
import { findAdminBet, listAdminBets } from './bets.admin.queries.ts';
import { betNotFound } from './bets.errors.ts';
import { cancelByOperator } from './cancel-bet.ts';
import { hideTitle } from './hide-title.ts';

/** /api/admin/bets: bets, their cancellation and their titles (O3, X13). */
export const betsAdminRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>) => {
  const getBet = async (id: number): Promise<AdminBet> => {
    const bet = await findAdminBet(deps.db, id);
    if (!bet) throw betNotFound();
    return bet;
  };

  return routes(betsAdminCalls, {
    'GET /admin/bets': async ({ query }, reply) => {
      const { rows, total } = await listAdminBets(deps.db, query);
      reply.header('content-range', contentRange('bets', query, rows.length, total));
      return rows;
    },

    'GET /admin/bets/:id': ({ params }) => getBet(params.id),

    'POST /admin/bets/:id/cancel': async ({ viewer, params, key, body }, reply) => {
      const pending = await cancelByOperator(deps, {
        betId: params.id,
        operatorId: viewer.userId,
        reason: body.reason,
        key,
      });
      return pending ? reply.code(202).send(pending) : reply.code(200).send(await getBet(params.id));
    },

    'POST /admin/bets/:id/hide-title': async ({ viewer, params, body }) => {
      await hideTitle(deps, { betId: params.id, operatorId: viewer.userId, reason: body.reason });
      return getBet(params.id);
    },
  });
};
