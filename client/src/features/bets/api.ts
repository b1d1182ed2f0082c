import type { BetReply, CreateBetBody, FixturesReply, ListedBet, OwnBet, Team } from '@copup/shared/bets.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestAll, requestPage } from '../../lib/list-page.ts';
import type { BetFilter } from './filter.ts';

export const listBets = ({ status, title }: BetFilter, before: string | undefined, signal: AbortSignal) =>
  requestPage<ListedBet>(title === '' ? '/bet/bets' : '/bet/bets/search', { title, status, before }, signal);

export const listOwnBets = (before: string | undefined, signal: AbortSignal) =>
  requestPage<OwnBet>('/bet/my-bets', { before }, signal);

export const listFixtures = (before: string | undefined, signal: AbortSignal) =>
  request<FixturesReply>(`/bet/fixtures${before ? `?before=${encodeURIComponent(before)}` : ''}`, { signal });

export const listTeams = (signal: AbortSignal) => requestAll<Team>('/bet/teams', signal);

/**
 * B2: creates a bet. The password is not stored with the intent: after an unknown outcome, another password is refused
 * instead of creating a second bet.
 */
export const createBet = ({ password, ...body }: CreateBetBody) =>
  postIntent<BetReply>('bet', '/bet/create', body, { secret: { password } });

/** B2: joins a bet with its password. */
export const joinBet = ({ betId, password }: { betId: number; password: string }) =>
  postIntent<BetReply>(`bet-join:${betId}`, `/bet/join/${betId}`, {}, { secret: { password } });

/** B3: cancels an own bet while it is pending. */
export const cancelBet = (betId: number) =>
  postIntent<BetReply>(`bet-cancel:${betId}`, `/bet/cancel/${betId}`);
