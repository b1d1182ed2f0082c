import type { CardGameDetail } from '@copup/shared/card-games.ts';
import type { ContestKind } from '@copup/shared/contests.ts';
import type { MathGameDetail } from '@copup/shared/math-games.ts';
import type { TapContestDetail } from '@copup/shared/tap-contests.ts';
import { call, type Route } from '../../lib/calls.ts';
import { listQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';

export interface Details {
  tap: TapContestDetail;
  card: CardGameDetail;
  math: MathGameDetail;
}

const lists = {
  tap: 'GET /tap/contests',
  card: 'GET /cardGameOne/card-games',
  math: 'GET /mathGame/all',
} as const satisfies Record<ContestKind, Route>;
const details = {
  tap: 'GET /tap/contest/:id',
  card: 'GET /cardGameOne/card-game/:id',
  math: 'GET /mathGame/game/:id',
} as const satisfies Record<ContestKind, Route>;

export const contestsQuery = (kind: ContestKind) => listQuery(['contests', kind], lists[kind]);

/** The path of the list screen, misspelt in the specification. */
export const cardGamesQuery = () => listQuery(['contests', 'card', 'list'], 'GET /cardGamOne/card-games');

export const contestQuery = <Kind extends ContestKind>(kind: Kind, id: number) =>
  readQuery(
    ['contest', kind, id],
    (signal) => call(details[kind as ContestKind], { params: { id }, signal }) as Promise<Details[Kind]>,
  );

export const championsQuery = () => listQuery(['champions'], 'GET /tap/winners', { staleTime: 0 });
