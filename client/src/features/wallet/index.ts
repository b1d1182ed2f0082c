import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const wallet: Feature = {
  tab: paths.dashboard,
  pages: [
    page(paths.dashboard, 'Wallet', () => import('./pages/wallet-page.tsx'), { preload: 3 }),
    page(paths.notifications, 'Notifications', () => import('./pages/notifications-page.tsx')),
  ],
};
