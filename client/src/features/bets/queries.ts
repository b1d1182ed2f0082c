import { infiniteQueryOptions } from '@tanstack/react-query';
import { listQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';
import { getBet, listBets, listFixtures, listOwnBets, listTeams } from './api.ts';
import type { BetFilter } from './filter.ts';

export const betsKey = ['bets'];
export const linkedBetKey = ['linked-bet'];
export const ownBetsKey = ['own-bets'];
export const fixturesKey = ['fixtures'];

export const betsQuery = (filter: BetFilter) =>
  listQuery([...betsKey, filter.status, filter.title], (before, signal) => listBets(filter, before, signal));

/** The bet that a friend's link opens. */
export const linkedBetQuery = (id: number) =>
  readQuery([...linkedBetKey, id], (signal) => getBet(id, signal), { staleTime: 0 });

export const ownBetsQuery = (userId: string) =>
  listQuery([...ownBetsKey, userId], listOwnBets, { staleTime: 0 });

export const fixturesQuery = () =>
  infiniteQueryOptions({
    queryKey: fixturesKey,
    queryFn: ({ pageParam, signal }) => listFixtures(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const teamsQuery = () => readQuery(['teams'], listTeams, { staleTime: 60_000 });
