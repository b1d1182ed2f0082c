import type { Feature } from '../../lib/feature.ts';
import { mainPaths } from '../../lib/main-paths.ts';

export const landing: Feature = {
  fullPages: [
    { path: mainPaths.home, name: 'Copup', load: () => import('./pages/home-page.tsx') },
    { path: mainPaths.land, name: 'Copup', load: () => import('./pages/land-page.tsx') },
  ],
};
