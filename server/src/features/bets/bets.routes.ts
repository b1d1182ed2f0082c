import {
  BetParams,
  BetReply,
  BetSearchQuery,
  BetsQuery,
  CreateBetBody,
  FixturesReply,
  JoinBetBody,
  ListedBet,
  OwnBet,
  Team,
} from '@copup/shared/bets.ts';
import { CursorQuery, IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { listBets, listOwnBets, searchBets } from './bet-views.queries.ts';
import { toListedBet, toOwnBet } from './bets.wire.ts';
import { cancelOwnBet } from './cancel-bet.ts';
import { createBet } from './create-bet.ts';
import { listTeams } from './fixtures.queries.ts';
import { joinBet } from './join-bet.ts';
import { listOfferedFixtures } from './offered-fixtures.ts';

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
        schema: {
          tags,
          summary: 'Active teams, by name; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(Team) },
        },
      },
      async ({ query }, reply) => paged(reply, await listTeams(deps.db, query)),
    );

    app.get(
      '/bet/fixtures',
      {
        config: read,
        schema: {
          tags,
          summary: 'Matches of the next 30 days that a bet can be about, the earliest first, and the terms',
          querystring: CursorQuery,
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
      async ({ viewer, query }, reply) =>
        paged(reply, await listBets(deps.db, viewer.realm, query)).map((row) =>
          toListedBet(row, viewer.userId),
        ),
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
      async ({ viewer, query }, reply) =>
        paged(reply, await searchBets(deps.db, viewer.realm, query)).map((row) =>
          toListedBet(row, viewer.userId),
        ),
    );

    app.get(
      '/bet/my-bets',
      {
        config: read,
        schema: {
          tags,
          summary: 'Bets that the caller created, with their password, or joined; newest first',
          querystring: CursorQuery,
          response: { 200: z.array(OwnBet) },
        },
      },
      async ({ viewer, query }, reply) =>
        paged(reply, await listOwnBets(deps.db, viewer.userId, query)).map((row) =>
          toOwnBet(deps, row, viewer.userId),
        ),
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
