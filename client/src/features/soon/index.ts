import type { Feature } from '../../lib/feature.ts';
import { mainPaths } from '../../lib/main-paths.ts';

export const soon: Feature = {
  publicPages: [{ path: mainPaths.swap, name: 'Swap', load: () => import('./pages/swap-page.tsx') }],
};
