import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listBets, listFixtures, listOwnBets, listTeams } from './api.ts';
import type { BetFilter } from './filter.ts';

export const betsKey = ['bets'];
export const ownBetsKey = ['own-bets'];
export const fixturesKey = ['fixtures'];

export const betsQuery = ({ status, title }: BetFilter) =>
  infiniteQueryOptions({
    queryKey: [...betsKey, status, title],
    queryFn: ({ pageParam, signal }) => listBets({ status, title }, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const ownBetsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...ownBetsKey, userId],
    queryFn: ({ pageParam, signal }) => listOwnBets(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const fixturesQuery = () =>
  infiniteQueryOptions({
    queryKey: fixturesKey,
    queryFn: ({ pageParam, signal }) => listFixtures(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const teamsQuery = () =>
  queryOptions({ queryKey: ['teams'], queryFn: ({ signal }) => listTeams(signal), staleTime: 60_000 });
