import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const jobs: Feature = {
  operatorPages: [page(operatorPaths.jobs, 'Jobs', () => import('./admin/jobs-page.tsx'))],
};
