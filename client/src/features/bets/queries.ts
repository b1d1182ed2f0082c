import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, callAll } from '../../lib/calls.ts';
import { listQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';
import type { BetFilter } from './filter.ts';

export const betsKey = ['bets'];
export const linkedBetKey = ['linked-bet'];
export const ownBetsKey = ['own-bets'];
export const fixturesKey = ['fixtures'];

export const betsQuery = ({ status, title }: BetFilter) =>
  listQuery([...betsKey, status, title], title === '' ? 'GET /bet/bets' : 'GET /bet/bets/search', {
    query: { title, status },
  });

/** The bet that a friend's link opens. */
export const linkedBetQuery = (id: number) =>
  readQuery(
    [...linkedBetKey, id],
    (signal) => call('GET /bet/bets/:betId', { params: { betId: id }, signal }),
    { staleTime: 0 },
  );

export const ownBetsQuery = (userId: string) =>
  listQuery([...ownBetsKey, userId], 'GET /bet/my-bets', { staleTime: 0 });

export const fixturesQuery = () =>
  infiniteQueryOptions({
    queryKey: fixturesKey,
    queryFn: ({ pageParam, signal }) => call('GET /bet/fixtures', { query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const teamsQuery = () =>
  readQuery(['teams'], (signal) => callAll('GET /bet/teams', signal), { staleTime: 60_000 });
