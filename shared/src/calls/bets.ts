import { z } from 'zod';
import {
  AdminBet,
  AdminBetsQuery,
  BetParams,
  BetReasonBody,
  BetReply,
  BetSearchQuery,
  BetsQuery,
  CreateBetBody,
  FixturesReply,
  JoinBetBody,
  ListedBet,
  OwnBet,
  Team,
} from '../bets.ts';
import { defineCalls } from '../call.ts';
import { CursorQuery, IdParams, ListQuery } from '../wire.ts';

/** Refusals of a stake. */
const stakeErrors = ['NOT_ENOUGH_COINS', 'TAKING_A_BREAK', 'LIMIT_REACHED'] as const;

/** /api/admin/bets: bets, their cancellation and their titles (O3, X13). */
export const betsAdminCalls = defineCalls('operators: bets', {
  'GET /admin/bets': {
    summary: 'All bets; the total is in Content-Range',
    query: ListQuery.extend(AdminBetsQuery.shape),
    reply: z.array(AdminBet),
  },
  'GET /admin/bets/:id': {
    summary: 'One bet',
    errors: ['BET_NOT_FOUND'],
    params: IdParams,
    reply: AdminBet,
  },
  'POST /admin/bets/:id/cancel': {
    summary:
      'Cancels an open bet and returns its stakes, with a reason that the players read; 202 when a second operator has to approve (O3a)',
    errors: ['BET_NOT_FOUND', 'WRONG_STATUS', 'OWN_WALLET', 'ALREADY_REQUESTED'],
    params: IdParams,
    hasKey: true,
    body: BetReasonBody,
    reply: AdminBet,
    mayWait: true,
  },
  'POST /admin/bets/:id/hide-title': {
    summary: 'Hides the title of a bet from players; its creator reads the reason (X13)',
    errors: ['BET_NOT_FOUND'],
    params: IdParams,
    body: BetReasonBody,
    reply: AdminBet,
  },
});

/** The calls of the specification's point 7, "Bets", and the calls that B3 adds. */
export const betsCalls = defineCalls('bets', {
  'GET /bet/teams': {
    summary: 'Active teams, by name; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(Team),
  },
  'GET /bet/fixtures': {
    summary: 'Matches of the next 30 days that a bet can be about, the earliest first, and the terms',
    query: CursorQuery,
    reply: FixturesReply,
  },
  'GET /bet/bets': {
    summary: 'Pending and active bets, newest first; X-Next-Cursor continues',
    query: BetsQuery,
    reply: z.array(ListedBet),
  },
  'GET /bet/bets/search': {
    summary: 'The same bets by a part of their title',
    query: BetSearchQuery,
    reply: z.array(ListedBet),
  },
  'GET /bet/my-bets': {
    summary: 'Bets that the caller created, with their password, or joined; newest first',
    query: CursorQuery,
    reply: z.array(OwnBet),
  },
  'POST /bet/create': {
    summary: 'Creates a bet about the next match of two teams and stakes the coins (B2, B3)',
    access: 'player',
    limit: 'bet',
    errors: ['NO_FIXTURE', 'STAKE_LIMIT', ...stakeErrors],
    hasKey: true,
    body: CreateBetBody,
    reply: BetReply,
  },
  'POST /bet/join/:betId': {
    summary: 'Joins a pending bet with its password and stakes the same coins (B2)',
    access: 'player',
    limit: 'bet',
    errors: ['BET_NOT_FOUND', 'OWN_BET', 'WRONG_BET_PASSWORD', 'BET_TAKEN', 'BET_CLOSED', ...stakeErrors],
    params: BetParams,
    hasKey: true,
    body: JoinBetBody,
    reply: BetReply,
  },
  'POST /bet/cancel/:betId': {
    summary: 'Cancels an own pending bet and returns the stake (B3)',
    access: 'player',
    limit: 'bet',
    errors: ['BET_NOT_FOUND', 'WRONG_STATUS'],
    params: BetParams,
    hasKey: true,
    reply: BetReply,
  },
});
