import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const landing: Feature = {
  fullPages: [
    page(paths.home, 'Copup', () => import('./pages/home-page.tsx')),
    page(paths.land, 'Copup', () => import('./pages/home-page.tsx')),
  ],
};
