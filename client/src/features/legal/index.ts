import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const legal: Feature = {
  publicPages: [
    { path: paths.privacy, name: 'Privacy Policy', load: () => import('./pages/privacy-page.tsx') },
    { path: paths.terms, name: 'Terms of Service', load: () => import('./pages/terms-page.tsx') },
  ],
};
