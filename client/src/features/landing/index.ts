import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const landing: Feature = {
  fullPages: [
    { path: paths.home, name: 'Copup', load: () => import('./pages/home-page.tsx') },
    { path: paths.land, name: 'Copup', load: () => import('./pages/home-page.tsx') },
  ],
};
