import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const trades: Feature = {
  tab: paths.dashboard,
  pages: [
    { path: paths.peerToPeer, name: 'P2P', load: () => import('./pages/p2p-page.tsx'), isFocused: true },
    {
      path: paths.traders,
      name: 'Marketplace',
      load: () => import('./pages/market-page.tsx'),
      isFocused: true,
    },
    { path: paths.sell, name: 'Sell', load: () => import('./pages/sell-page.tsx'), isFocused: true },
  ],
  noticeQueries: ['open-trade', 'traders'],
};
