import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const payouts: Feature = {
  tab: paths.dashboard,
  pages: [
    {
      path: paths.payout,
      name: 'Payout',
      load: () => import('./pages/payout-page.tsx'),
      isFocused: true,
    },
    {
      path: paths.payouts,
      name: 'PayOut History',
      load: () => import('./pages/payouts-page.tsx'),
      isFocused: true,
    },
  ],
  noticeQueries: ['payouts'],
};
