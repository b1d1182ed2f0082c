import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const sends: Feature = {
  tab: paths.dashboard,
  pages: [
    page(paths.send, 'Send', () => import('./pages/send-page.tsx'), { isFocused: true }),
    page(paths.receive, 'Receive', () => import('./pages/receive-page.tsx'), { isFocused: true }),
    page(paths.transactions, 'Transactions', () => import('./pages/transactions-page.tsx'), {
      isFocused: true,
    }),
  ],
  noticeQueries: ['transactions'],
};
