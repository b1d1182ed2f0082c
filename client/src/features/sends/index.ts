import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const sends: Feature = {
  tab: paths.dashboard,
  pages: [
    { path: paths.send, name: 'Send', load: () => import('./pages/send-page.tsx'), isFocused: true },
    { path: paths.receive, name: 'Receive', load: () => import('./pages/receive-page.tsx'), isFocused: true },
    {
      path: paths.transactions,
      name: 'Transactions',
      load: () => import('./pages/transactions-page.tsx'),
      isFocused: true,
    },
  ],
  noticeQueries: ['transactions'],
};
