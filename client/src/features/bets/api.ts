import type { CreateBetBody } from '@copup/shared/bets.ts';
import { call, callAll, callOnce, callPage } from '../../lib/calls.ts';
import type { BetFilter } from './filter.ts';

export const listBets = ({ status, title }: BetFilter, before: string | undefined, signal: AbortSignal) =>
  title === ''
    ? callPage('GET /bet/bets', { query: { status, before }, signal })
    : callPage('GET /bet/bets/search', { query: { title, status, before }, signal });

export const getBet = (betId: number, signal: AbortSignal) =>
  call('GET /bet/bets/:betId', { params: { betId }, signal });

export const listOwnBets = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /bet/my-bets', { query: { before }, signal });

export const listFixtures = (before: string | undefined, signal: AbortSignal) =>
  call('GET /bet/fixtures', { query: { before }, signal });

export const listTeams = (signal: AbortSignal) => callAll('GET /bet/teams', signal);

/**
 * B2: creates a bet. The password is not stored with the intent: after an unknown outcome, another password is refused
 * instead of creating a second bet.
 */
export const createBet = ({ password, ...body }: CreateBetBody) =>
  callOnce('bet', 'POST /bet/create', { body, secret: { password } });

/** B2: joins a bet with its password. */
export const joinBet = ({ betId, password }: { betId: number; password: string }) =>
  callOnce(`bet-join:${betId}`, 'POST /bet/join/:betId', {
    params: { betId },
    body: {},
    secret: { password },
  });

/** B3: cancels an own bet while it is pending. */
export const cancelBet = (betId: number) =>
  callOnce(`bet-cancel:${betId}`, 'POST /bet/cancel/:betId', { params: { betId } });
