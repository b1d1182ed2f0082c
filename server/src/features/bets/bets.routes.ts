import { betsCalls } from '@copup/shared/calls/bets.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';
import { findBetFor, listBets, listOwnBets, searchBets } from './bet-views.queries.ts';
import { betNotFound } from './bets.errors.ts';
import { toListedBet, toOwnBet } from './bets.wire.ts';
import { cancelOwnBet } from './cancel-bet.ts';
import { createBet } from './create-bet.ts';
import { listTeams } from './fixtures.queries.ts';
import { joinBet } from './join-bet.ts';
import { listOfferedFixtures } from './offered-fixtures.ts';

type RoutesDeps = Pick<
  Deps,
  'clock' | 'config' | 'db' | 'limits' | 'newId' | 'notices' | 'randomBytes' | 'settings'
>;

/** The calls of the specification's point 7, "Bets", and the calls that B3 adds. */
export const betsRoutes = (deps: RoutesDeps) =>
  routes(betsCalls, {
    'GET /bet/teams': async ({ query }, reply) => paged(reply, await listTeams(deps.db, query)),

    'GET /bet/fixtures': ({ viewer, query }) => listOfferedFixtures(deps, viewer.realm, query),

    'GET /bet/bets': async ({ viewer, query }, reply) =>
      paged(reply, await listBets(deps.db, viewer.realm, query)).map((row) =>
        toListedBet(row, viewer.userId),
      ),

    'GET /bet/bets/search': async ({ viewer, query }, reply) =>
      paged(reply, await searchBets(deps.db, viewer.realm, query)).map((row) =>
        toListedBet(row, viewer.userId),
      ),

    'GET /bet/bets/:betId': async ({ viewer, params }) => {
      const row = await findBetFor(deps.db, viewer, params.betId);
      if (!row) throw betNotFound();
      return toListedBet(row, viewer.userId);
    },

    'GET /bet/my-bets': async ({ viewer, query }, reply) =>
      paged(reply, await listOwnBets(deps.db, viewer.userId, query)).map((row) =>
        toOwnBet(deps, row, viewer.userId),
      ),

    'POST /bet/create': ({ viewer, key, body }) => createBet(deps, { viewer, body, key }),

    'POST /bet/join/:betId': ({ viewer, params, key, body }) =>
      joinBet(deps, {
        betId: params.betId,
        viewer,
        password: body.password,
        key,
      }),

    'POST /bet/cancel/:betId': ({ viewer, params, key }) =>
      cancelOwnBet(deps, { betId: params.betId, viewer, key }),
  });
