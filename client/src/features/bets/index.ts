import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';
import { queryClient } from '../../lib/query-client.ts';
import { filterOf } from './filter.ts';
import { betsQuery, fixturesQuery } from './queries.ts';

/** Bets of two players about a match: the open bets, a new bet, and the own bets. */
export const bets: Feature = {
  tab: paths.games,
  pages: [
    page(paths.bets, 'Bets', () => import('./pages/bets-page.tsx'), {
      read: ({ search }) => void queryClient.prefetchInfiniteQuery(betsQuery(filterOf(search))),
    }),
    page(paths.createBet, 'Create a New Bet', () => import('./pages/create-bet-page.tsx'), {
      read: () => void queryClient.prefetchInfiniteQuery(fixturesQuery()),
      isFocused: true,
    }),
    page(paths.ownBets, 'My Bets', () => import('./pages/own-bets-page.tsx')),
  ],
  gamesPart: () => import('./open-bets.tsx'),
  noticeQueries: ['own-bets'],
};
