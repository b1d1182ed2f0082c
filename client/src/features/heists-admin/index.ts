import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

/** The operators' side of heists. */
export const heistsAdmin: Feature = {
  operatorPages: [
    page(operatorPaths.heists, 'Heists', () => import('./admin/heists-list.tsx'), {
      item: () => import('./admin/heist-page.tsx'),
    }),
  ],
};
