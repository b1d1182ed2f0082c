import type { Feature } from '../../lib/feature.ts';
import { mainPaths } from '../../lib/main-paths.ts';

export const legal: Feature = {
  publicPages: [
    { path: mainPaths.privacy, name: 'Privacy Policy', load: () => import('./pages/privacy-page.tsx') },
    { path: mainPaths.terms, name: 'Terms of Service', load: () => import('./pages/terms-page.tsx') },
  ],
};
