import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const trades: Feature = {
  tab: paths.dashboard,
  pages: [
    page(paths.peerToPeer, 'P2P', () => import('./pages/p2p-page.tsx'), { isFocused: true }),
    page(paths.traders, 'Marketplace', () => import('./pages/market-page.tsx'), { isFocused: true }),
    page(paths.sell, 'Sell', () => import('./pages/sell-page.tsx'), { isFocused: true }),
  ],
  noticeQueries: ['open-trade', 'traders'],
};
