import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';
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
    { path: paths.games, name: 'Games', load: () => import('./pages/games-page.tsx'), preload: 7 },
    {
      path: paths.tap,
      name: 'Tap contests',
      load: () => import('./pages/tap-lobby-page.tsx'),
      read: readList('tap'),
    },
    {
      path: paths.tapContest,
      name: 'the contest',
      load: () => import('./pages/tap-page.tsx'),
      read: ({ params }) => readContest('tap', params.contestId),
      isFocused: true,
    },
    { path: paths.cards, name: 'Card Games', load: () => import('./pages/cards-page.tsx') },
    {
      path: paths.cardLobby,
      name: 'Card game',
      load: () => import('./pages/card-lobby-page.tsx'),
      read: readList('card'),
    },
    {
      path: paths.cardGame,
      name: 'the game',
      load: () => import('./pages/card-page.tsx'),
      read: ({ params }) => readContest('card', params.gameId),
      isFocused: true,
    },
    { path: paths.cardPractice, name: 'Practice', load: () => import('./pages/practice-page.tsx') },
    {
      path: paths.mathLobby,
      name: 'Math game',
      load: () => import('./pages/math-lobby-page.tsx'),
      read: readList('math'),
    },
    {
      path: paths.mathGame,
      name: 'the game',
      load: () => import('./pages/math-page.tsx'),
      read: ({ params }) => readContest('math', params.gameId),
      isFocused: true,
    },
    { path: paths.champions, name: 'Monthly champions', load: () => import('./pages/champions-page.tsx') },
  ],
  operatorPages: [
    {
      path: operatorPaths.contests,
      name: 'Contests',
      load: () => import('./admin/contests-list.tsx'),
      item: () => import('./admin/contest-page.tsx'),
    },
  ],
};
