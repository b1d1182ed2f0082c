import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const receipts: Feature = {
  publicPages: [page(paths.verify, 'Verify', () => import('./pages/verify-page.tsx'))],
};
