import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const shop: Feature = {
  tab: paths.dashboard,
  fullPages: [page(paths.payByCard, 'Pay by card', () => import('./pages/pay-page.tsx'))],
  pages: [
    page(paths.buy, 'Coin shop', () => import('./pages/buy-page.tsx')),
    page(paths.payments, 'Payment history', () => import('./pages/payments-page.tsx')),
  ],
  noticeQueries: ['payments'],
};
