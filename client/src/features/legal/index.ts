import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const legal: Feature = {
  publicPages: [
    page(paths.privacy, 'Privacy Policy', () => import('./pages/privacy-page.tsx')),
    page(paths.terms, 'Terms of Service', () => import('./pages/terms-page.tsx')),
  ],
};
