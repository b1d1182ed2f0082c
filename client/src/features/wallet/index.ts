import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const wallet: Feature = {
  tab: paths.dashboard,
  pages: [
    { path: paths.dashboard, name: 'Wallet', load: () => import('./pages/wallet-page.tsx'), preload: 3 },
    {
      path: paths.notifications,
      name: 'Notifications',
      load: () => import('./pages/notifications-page.tsx'),
    },
  ],
};
