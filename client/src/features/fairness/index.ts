import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

/** F1: verifies draws in the browser, changes the user's own number, saves and opens proofs. */
export const fairness: Feature = {
  tab: paths.games,
  pages: [
    { path: paths.fair, name: 'Fair draws', load: () => import('./pages/fair-page.tsx') },
    { path: paths.proof, name: 'Fair draws', load: () => import('./pages/proof-page.tsx') },
  ],
};
