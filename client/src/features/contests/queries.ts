import type { ContestKind } from '@copup/shared/contests.ts';
import { queryOptions } from '@tanstack/react-query';
import { listQuery } from '../../lib/list-page.ts';
import { getContest, listCardGames, listChampions, listContests } from './api.ts';

export const contestsQuery = (kind: ContestKind) =>
  listQuery(['contests', kind], (before, signal) => listContests(kind, before, signal));

export const cardGamesQuery = () => listQuery(['contests', 'card', 'list'], listCardGames);

export const contestQuery = <Kind extends ContestKind>(kind: Kind, id: number) =>
  queryOptions({
    queryKey: ['contest', kind, id],
    queryFn: ({ signal }) => getContest(kind, id, signal),
  });

export const championsQuery = () => listQuery(['champions'], listChampions, { staleTime: 0 });
