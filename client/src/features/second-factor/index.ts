import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const secondFactor: Feature = {
  operatorPages: [
    {
      path: operatorPaths.secondFactor,
      name: 'Second factor',
      load: () => import('./factor-page.tsx'),
    },
  ],
  operatorNotice: () => import('./factor-banner.tsx'),
};
