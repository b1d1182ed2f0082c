import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const jobs: Feature = {
  operatorPages: [{ path: operatorPaths.jobs, name: 'Jobs', load: () => import('./admin/jobs-page.tsx') }],
};
