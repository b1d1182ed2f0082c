import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';
import { pathId } from '../../lib/path-id.ts';
import { queryClient } from '../../lib/query-client.ts';
import { contestQuery, contestsQuery } from './queries.ts';

const readList = (kind: Parameters<typeof contestsQuery>[0]) => () =>
  void queryClient.prefetchInfiniteQuery(contestsQuery(kind));
const readContest = (kind: Parameters<typeof contestQuery>[0], text: string | undefined) => {
  const id = pathId(text);
  if (id) void queryClient.prefetchQuery(contestQuery(kind, id));
};

/** Tap, card and math contests: the hub, the lobbies, the three plays and the month's champions. */
export const contests: Feature = {
  tab: paths.games,
  pages: [
    page(paths.games, 'Games', () => import('./pages/games-page.tsx'), { preload: 7 }),
    page(paths.tap, 'Tap contests', () => import('./pages/tap-lobby-page.tsx'), { read: readList('tap') }),
    page(paths.tapContest, 'the contest', () => import('./pages/tap-page.tsx'), {
      read: ({ params }) => readContest('tap', params.contestId),
      isFocused: true,
    }),
    page(paths.cards, 'Card Games', () => import('./pages/cards-page.tsx')),
    page(paths.cardLobby, 'Card game', () => import('./pages/card-lobby-page.tsx'), {
      read: readList('card'),
    }),
    page(paths.cardGame, 'the game', () => import('./pages/card-page.tsx'), {
      read: ({ params }) => readContest('card', params.gameId),
      isFocused: true,
    }),
    page(paths.cardPractice, 'Practice', () => import('./pages/practice-page.tsx')),
    page(paths.mathLobby, 'Math game', () => import('./pages/math-lobby-page.tsx'), {
      read: readList('math'),
    }),
    page(paths.mathGame, 'the game', () => import('./pages/math-page.tsx'), {
      read: ({ params }) => readContest('math', params.gameId),
      isFocused: true,
    }),
    page(paths.champions, 'Monthly champions', () => import('./pages/champions-page.tsx')),
  ],
  operatorPages: [
    page(operatorPaths.contests, 'Contests', () => import('./admin/contests-list.tsx'), {
      item: () => import('./admin/contest-page.tsx'),
    }),
  ],
};
