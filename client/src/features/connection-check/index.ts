import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const connectionCheck: Feature = {
  publicPages: [page(paths.connectionCheck, 'Connection check', () => import('./pages/connection-page.tsx'))],
};
