import { z } from 'zod';
import {
  AdminBet,
  AdminBetsQuery,
  AdminFixture,
  AdminFixtureDetail,
  AdminTeam,
  BetParams,
  BetReasonBody,
  BetReply,
  BetSearchQuery,
  BetsQuery,
  CorrectResultBody,
  CreateBetBody,
  FixturesReply,
  JoinBetBody,
  ListedBet,
  OwnBet,
  ResultBody,
  Team,
} from '../bets.ts';
import { defineCalls, listCall } from '../call.ts';
import { CursorQuery, IdParams } from '../wire.ts';
import { recordCalls } from './records.ts';

/** Refusals of a stake. */
const stakeErrors = ['NOT_ENOUGH_COINS', 'TAKING_A_BREAK', 'LIMIT_REACHED'] as const;

/** /api/admin/bets: bets, their cancellation and their titles (O3, X13). */
export const betsAdminCalls = defineCalls('operators: bets', {
  'GET /admin/bets': listCall('All bets; the total is in Content-Range', AdminBetsQuery, AdminBet),
  'GET /admin/bets/:id': {
    summary: 'One bet',
    errors: ['BET_NOT_FOUND'],
    params: IdParams,
    reply: AdminBet,
  },
  'POST /admin/bets/:id/cancel': {
    right: 'subjects',
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
    right: 'players',
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
  'GET /bet/bets/:betId': {
    summary:
      'One pending or active bet, for the link that its creator sends; an ended one for its players alone',
    errors: ['BET_NOT_FOUND'],
    params: BetParams,
    reply: ListedBet,
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

/** /api/admin/teams: the teams of fixtures. */
export const teamsCalls = recordCalls('team', {
  tag: 'operators: bets',
  right: 'subjects',
  notFound: 'TEAM_NOT_FOUND',
  summaries: { create: 'Creates a team', edit: 'Edits a team' },
  reply: AdminTeam,
});

/** /api/admin/fixtures: matches (B2). */
export const fixturesCalls = recordCalls('fixture', {
  tag: 'operators: bets',
  right: 'subjects',
  notFound: 'FIXTURE_NOT_FOUND',
  summaries: {
    one: 'fixture, with its bets by status',
    create: 'Creates a fixture; joining its bets ends at kickoff (B2)',
    edit: 'Moves the kickoff of a match without a result, or changes the teams while there is no bet',
  },
  createErrors: ['TEAM_NOT_FOUND', 'FIXTURE_EXISTS'],
  editErrors: ['FIXTURE_NOT_EDITABLE', 'TEAM_NOT_FOUND', 'FIXTURE_EXISTS'],
  reply: AdminFixture,
  one: AdminFixtureDetail,
});

const moveErrors = ['FIXTURE_NOT_FOUND', 'MATCH_NOT_STARTED', 'OWN_WALLET', 'ALREADY_REQUESTED'] as const;
const result = {
  right: 'subjects',
  params: IdParams,
  hasKey: true,
  reply: AdminFixtureDetail,
  mayWait: true,
} as const;

/** /api/admin/fixtures/{id}: the two calls that enter a result. Each settles the bets (O3, B4). */
export const resultsCalls = defineCalls('operators: bets', {
  'POST /admin/fixtures/:id/result': {
    ...result,
    summary:
      'Enters the result of a match, once; its bets then settle (B4); 202 when a second operator has to approve (O3a)',
    errors: [...moveErrors, 'RESULT_EXISTS'],
    body: ResultBody,
  },
  'POST /admin/fixtures/:id/correct': {
    ...result,
    summary:
      'Corrects a result: what was paid is taken back, and the bets settle again (B4); 202 when a second operator has to approve (O3a)',
    errors: [...moveErrors, 'NO_RESULT', 'SAME_RESULT'],
    body: CorrectResultBody,
  },
});
