import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

/** The operators' side of heists. */
export const heistsAdmin: Feature = {
  operatorPages: [
    {
      path: operatorPaths.heists,
      name: 'Heists',
      load: () => import('./admin/heists-list.tsx'),
      item: () => import('./admin/heist-page.tsx'),
    },
  ],
};
