import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const overview: Feature = {
  operatorPages: [
    { path: operatorPaths.overview, name: 'Overview', load: () => import('./admin/overview.tsx') },
  ],
};
