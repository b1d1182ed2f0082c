import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const overview: Feature = {
  operatorPages: [page(operatorPaths.overview, 'Overview', () => import('./admin/overview.tsx'))],
};
