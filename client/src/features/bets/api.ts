import type { BetReply, CreateBetBody, FixturesReply, ListedBet, OwnBet, Team } from '@copup/shared/bets.ts';
import { request, requestWithHeaders } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import type { BetFilter } from './filter.ts';

export interface BetPage<Item> {
  items: Item[];
  /** Cursor of the next page. */
  next: string | null;
}

async function listPage<Item>(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<BetPage<Item>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  const text = search.toString();
  const { reply, headers } = await requestWithHeaders<Item[]>(text ? `${path}?${text}` : path, { signal });
  return { items: reply, next: headers.get('x-next-cursor') };
}

export function listBets(
  { status, title }: BetFilter,
  before: string | undefined,
  signal: AbortSignal,
): Promise<BetPage<ListedBet>> {
  const path = title === '' ? '/bet/bets' : '/bet/bets/search';
  return listPage(path, { title, status, before }, signal);
}

export const listOwnBets = (before: string | undefined, signal: AbortSignal) =>
  listPage<OwnBet>('/bet/my-bets', { before }, signal);

export const listFixtures = (before: string | undefined, signal: AbortSignal) =>
  request<FixturesReply>(`/bet/fixtures${before ? `?before=${encodeURIComponent(before)}` : ''}`, { signal });

export const listTeams = (signal: AbortSignal) => request<Team[]>('/bet/teams', { signal });

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
