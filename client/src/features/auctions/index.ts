import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';
import { pathId } from '../../lib/path-id.ts';
import { queryClient } from '../../lib/query-client.ts';
import { auctionQuery, auctionsQuery, categoryOf } from './queries.ts';

export const auctions: Feature = {
  tab: paths.auctions,
  fullPages: [page(paths.watch, 'the auction', () => import('./pages/visit-page.tsx'))],
  pages: [
    page(paths.auctions, 'Auctions', () => import('./pages/auctions-page.tsx'), {
      read: ({ search }) => void queryClient.prefetchInfiniteQuery(auctionsQuery(categoryOf(search))),
      preload: 1,
    }),
    page(paths.auction, 'the auction', () => import('./pages/auction-page.tsx'), {
      read: ({ params }) => {
        const id = pathId(params.id);
        if (id) void queryClient.prefetchQuery(auctionQuery(id));
      },
      isFocused: true,
      preload: 2,
    }),
    page(paths.joined, 'Your Auctions', () => import('./pages/joined-page.tsx'), { preload: 4 }),
    page(paths.newAuctions, 'New auctions', () => import('./pages/new-page.tsx')),
  ],
  operatorPages: [
    page(operatorPaths.auctions, 'Auctions', () => import('./admin/auctions-list.tsx'), {
      item: () => import('./admin/auction-page.tsx'),
    }),
  ],
  homeParts: [
    { place: 'starters', load: () => import('./lists/starter-auctions.tsx') },
    { place: 'live', load: () => import('./lists/live-now.tsx'), loadingClass: 'h-62.5' },
  ],
  noticeQueries: ['joined'],
};
