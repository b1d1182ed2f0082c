import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';
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
    page(paths.auctionReferral, 'the auction', () => import('./pages/link-page.tsx')),
    page(paths.heistReferral, 'the heist', () => import('./pages/link-page.tsx')),
  ],
  pages: [
    page(paths.affiliate, 'Affiliate', () => import('./pages/hub-page.tsx')),
    page(paths.auctionAffiliate, 'Auction affiliate', () => import('./pages/auctions-page.tsx'), {
      read: readOffers('auction'),
    }),
    page(paths.heistAffiliate, 'Heist affiliate', () => import('./pages/heists-page.tsx'), {
      read: readOffers('heist'),
    }),
    page(paths.affiliates, 'your affiliates', () => import('./pages/month-page.tsx')),
  ],
  operatorPages: [page(operatorPaths.affiliates, 'Affiliates', () => import('./admin/affiliates-page.tsx'))],
};
