import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const shop: Feature = {
  tab: paths.dashboard,
  fullPages: [{ path: paths.payByCard, name: 'Pay by card', load: () => import('./pages/pay-page.tsx') }],
  pages: [
    { path: paths.buy, name: 'Coin shop', load: () => import('./pages/buy-page.tsx') },
    { path: paths.payments, name: 'Payment history', load: () => import('./pages/payments-page.tsx') },
  ],
  noticeQueries: ['payments'],
};
