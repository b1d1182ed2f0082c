import type { ContestKind } from '@copup/shared/contests.ts';
import { queryOptions } from '@tanstack/react-query';
import { getContest, listCardGames, listChampions, listContests } from './api.ts';

/** Returns NaN for an invalid id. */
export const contestIdOf = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN);

export const contestsQuery = (kind: ContestKind) =>
  queryOptions({ queryKey: ['contests', kind], queryFn: ({ signal }) => listContests(kind, signal) });

export const cardGamesQuery = () =>
  queryOptions({ queryKey: ['contests', 'card', 'list'], queryFn: ({ signal }) => listCardGames(signal) });

export const contestQuery = <Kind extends ContestKind>(kind: Kind, id: number) =>
  queryOptions({
    queryKey: ['contest', kind, id],
    queryFn: ({ signal }) => getContest(kind, id, signal),
  });

export const championsQuery = () =>
  queryOptions({ queryKey: ['champions'], queryFn: ({ signal }) => listChampions(signal), staleTime: 0 });
