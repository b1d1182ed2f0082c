import { betsAdminCalls } from '@copup/shared/calls/bets.ts';
import type { Deps } from '../../deps.ts';
import { acted, recordHandlers } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';
import { findAdminBet, listAdminBets } from './bets.admin.queries.ts';
import { betNotFound } from './bets.errors.ts';
import { cancelByOperator } from './cancel-bet.ts';
import { hideTitle } from './hide-title.ts';

/** /api/admin/bets: bets, their cancellation and their titles (O3, X13). */
export const betsAdminRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>) => {
  const { read, get } = recordHandlers('bets', {
    list: (query: Parameters<typeof listAdminBets>[1]) => listAdminBets(deps.db, query),
    find: (id: number) => findAdminBet(deps.db, id),
    notFound: betNotFound,
  });

  return routes(betsAdminCalls, {
    'GET /admin/bets': read['GET /'],

    'GET /admin/bets/:id': read['GET /:id'],

    'POST /admin/bets/:id/cancel': acted(
      ({ id: betId, body, ...by }) => cancelByOperator(deps, { ...by, ...body, betId }),
      get,
    ),

    'POST /admin/bets/:id/hide-title': acted(
      ({ id: betId, operatorId, body }) => hideTitle(deps, { ...body, betId, operatorId }),
      get,
    ),
  });
};
