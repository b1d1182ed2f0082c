import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';
import { offersQuery } from './queries.ts';

const readOffers = (kind: Parameters<typeof offersQuery>[1]) => () => {
  const { user } = useSession.getState();
  if (user) void queryClient.prefetchInfiniteQuery(offersQuery(user.id, kind));
};

/** T2, T4 to T6: links to auctions and heists, what they earned, and the pages that they open. */
export const affiliates: Feature = {
  tab: paths.dashboard,
  fullPages: [
    { path: paths.auctionReferral, name: 'the auction', load: () => import('./pages/auction-link-page.tsx') },
    { path: paths.heistReferral, name: 'the heist', load: () => import('./pages/heist-link-page.tsx') },
  ],
  pages: [
    { path: paths.affiliate, name: 'Affiliate', load: () => import('./pages/hub-page.tsx') },
    {
      path: paths.auctionAffiliate,
      name: 'Auction affiliate',
      load: () => import('./pages/auctions-page.tsx'),
      read: readOffers('auction'),
    },
    {
      path: paths.heistAffiliate,
      name: 'Heist affiliate',
      load: () => import('./pages/heists-page.tsx'),
      read: readOffers('heist'),
    },
    { path: paths.affiliates, name: 'your affiliates', load: () => import('./pages/month-page.tsx') },
  ],
  operatorPages: [
    { path: operatorPaths.affiliates, name: 'Affiliates', load: () => import('./admin/affiliates-page.tsx') },
  ],
};
