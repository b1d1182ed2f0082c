import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const secondFactor: Feature = {
  operatorPages: [page(operatorPaths.secondFactor, 'Second factor', () => import('./factor-page.tsx'))],
  operatorNotice: () => import('./factor-banner.tsx'),
};
