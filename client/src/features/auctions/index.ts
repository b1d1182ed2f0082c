import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';
import { pathId } from '../../lib/path-id.ts';
import { queryClient } from '../../lib/query-client.ts';
import { auctionQuery, auctionsQuery, categoryOf } from './queries.ts';

export const auctions: Feature = {
  tab: paths.auctions,
  fullPages: [{ path: paths.watch, name: 'the auction', load: () => import('./pages/visit-page.tsx') }],
  pages: [
    {
      path: paths.auctions,
      name: 'Auctions',
      load: () => import('./pages/auctions-page.tsx'),
      read: ({ search }) => void queryClient.prefetchInfiniteQuery(auctionsQuery(categoryOf(search))),
      preload: 1,
    },
    {
      path: paths.auction,
      name: 'the auction',
      load: () => import('./pages/auction-page.tsx'),
      read: ({ params }) => {
        const id = pathId(params.id);
        if (id) void queryClient.prefetchQuery(auctionQuery(id));
      },
      isFocused: true,
      preload: 2,
    },
    {
      path: paths.joined,
      name: 'Your Auctions',
      load: () => import('./pages/joined-page.tsx'),
      preload: 4,
    },
    { path: paths.newAuctions, name: 'New auctions', load: () => import('./pages/new-page.tsx') },
  ],
  operatorPages: [
    {
      path: operatorPaths.auctions,
      name: 'Auctions',
      load: () => import('./admin/auctions-list.tsx'),
      item: () => import('./admin/auction-page.tsx'),
    },
  ],
  homeParts: [
    { place: 'starters', load: () => import('./lists/starter-auctions.tsx') },
    { place: 'live', load: () => import('./lists/live-now.tsx'), loadingClass: 'h-62.5' },
  ],
  noticeQueries: ['joined'],
};
