import type { Feature } from '../../lib/feature.ts';
import { mainPaths } from '../../lib/main-paths.ts';

export const wallet: Feature = {
  pages: [
    { path: mainPaths.dashboard, name: 'Wallet', load: () => import('./pages/wallet-page.tsx'), preload: 3 },
  ],
};
