import {
  BetParams,
  BetReply,
  BetSearchQuery,
  BetsQuery,
  CreateBetBody,
  FixturesQuery,
  FixturesReply,
  JoinBetBody,
  ListedBet,
  OwnBet,
  OwnBetsQuery,
  Team,
} from '@copup/shared/bets.ts';
import { IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { type BetView, listBets, listOwnBets, searchBets } from './bet-views.queries.ts';
import { toListedBet, toOwnBet } from './bets.wire.ts';
import { cancelOwnBet } from './cancel-bet.ts';
import { createBet } from './create-bet.ts';
import { joinBet } from './join-bet.ts';
import { listOfferedFixtures } from './offered-fixtures.ts';
import { listTeams } from './teams.queries.ts';

const tags = ['bets'];
/** Refusals of a stake. */
const stakeErrors = ['NOT_ENOUGH_COINS', 'TAKING_A_BREAK', 'LIMIT_REACHED'] as const;
const read = { access: 'user', limit: 'read' } as const;

type RoutesDeps = Pick<
  Deps,
  'clock' | 'config' | 'db' | 'limits' | 'newId' | 'notices' | 'randomBytes' | 'settings'
>;

/** The calls of the specification's point 7, "Bets", and the calls that B3 adds. */
export const betsRoutes =
  (deps: RoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/bet/teams',
      {
        config: read,
        schema: { tags, summary: 'Active teams, by name', response: { 200: z.array(Team) } },
      },
      () => listTeams(deps.db),
    );

    app.get(
      '/bet/fixtures',
      {
        config: read,
        schema: {
          tags,
          summary: 'Matches of the next 30 days that a bet can be about, the earliest first, and the terms',
          querystring: FixturesQuery,
          response: { 200: FixturesReply },
        },
      },
      ({ viewer, query }) => listOfferedFixtures(deps, viewer.realm, query),
    );

    app.get(
      '/bet/bets',
      {
        config: read,
        schema: {
          tags,
          summary: 'Pending and active bets, newest first; X-Next-Cursor continues',
          querystring: BetsQuery,
          response: { 200: z.array(ListedBet) },
        },
      },
      async ({ viewer, query }, reply) => {
        const rows = await listBets(deps.db, { ...query, realm: viewer.realm, limit: query.limit + 1 });
        return pagedBets(reply, rows, query).map((row) => toListedBet(row, viewer.userId));
      },
    );

    app.get(
      '/bet/bets/search',
      {
        config: read,
        schema: {
          tags,
          summary: 'The same bets by a part of their title',
          querystring: BetSearchQuery,
          response: { 200: z.array(ListedBet) },
        },
      },
      async ({ viewer, query }, reply) => {
        const rows = await searchBets(deps.db, { ...query, realm: viewer.realm, limit: query.limit + 1 });
        return pagedBets(reply, rows, query).map((row) => toListedBet(row, viewer.userId));
      },
    );

    app.get(
      '/bet/my-bets',
      {
        config: read,
        schema: {
          tags,
          summary: 'Bets that the caller created, with their password, or joined; newest first',
          querystring: OwnBetsQuery,
          response: { 200: z.array(OwnBet) },
        },
      },
      async ({ viewer, query }, reply) => {
        const rows = await listOwnBets(deps.db, viewer.userId, { ...query, limit: query.limit + 1 });
        return pagedBets(reply, rows, query).map((row) => toOwnBet(deps, row, viewer.userId));
      },
    );

    app.post(
      '/bet/create',
      {
        config: {
          access: 'player',
          limit: 'bet',
          errors: ['NO_FIXTURE', 'STAKE_LIMIT', ...stakeErrors],
        },
        schema: {
          tags,
          summary: 'Creates a bet about the next match of two teams and stakes the coins (B2, B3)',
          headers: IdempotencyHeaders,
          body: CreateBetBody,
          response: { 200: BetReply },
        },
      },
      ({ viewer, headers, body }) => createBet(deps, { viewer, body, key: headers['idempotency-key'] }),
    );

    app.post(
      '/bet/join/:betId',
      {
        config: {
          access: 'player',
          limit: 'bet',
          errors: [
            'BET_NOT_FOUND',
            'OWN_BET',
            'WRONG_BET_PASSWORD',
            'BET_TAKEN',
            'BET_CLOSED',
            ...stakeErrors,
          ],
        },
        schema: {
          tags,
          summary: 'Joins a pending bet with its password and stakes the same coins (B2)',
          params: BetParams,
          headers: IdempotencyHeaders,
          body: JoinBetBody,
          response: { 200: BetReply },
        },
      },
      ({ viewer, params, headers, body }) =>
        joinBet(deps, {
          betId: params.betId,
          viewer,
          password: body.password,
          key: headers['idempotency-key'],
        }),
    );

    app.post(
      '/bet/cancel/:betId',
      {
        config: { access: 'player', limit: 'bet', errors: ['BET_NOT_FOUND', 'WRONG_STATUS'] },
        schema: {
          tags,
          summary: 'Cancels an own pending bet and returns the stake (B3)',
          params: BetParams,
          headers: IdempotencyHeaders,
          response: { 200: BetReply },
        },
      },
      ({ viewer, params, headers }) =>
        cancelOwnBet(deps, { betId: params.betId, viewer, key: headers['idempotency-key'] }),
    );
  };

/** Removes the extra row beyond the limit and sets the cursor of the next page to the last remaining one (X1). */
function pagedBets<Row extends BetView>(
  reply: FastifyReply,
  rows: Row[],
  { limit }: { limit: number },
): Row[] {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last) reply.header('x-next-cursor', String(last.bet_id));
  return page;
}
