import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const soon: Feature = {
  publicPages: [page(paths.swap, 'Swap', () => import('./pages/swap-page.tsx'))],
};
