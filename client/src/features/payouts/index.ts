import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const payouts: Feature = {
  tab: paths.dashboard,
  pages: [
    page(paths.payout, 'Payout', () => import('./pages/payout-page.tsx'), { isFocused: true }),
    page(paths.payouts, 'PayOut History', () => import('./pages/payouts-page.tsx'), { isFocused: true }),
  ],
  noticeQueries: ['payouts'],
};
