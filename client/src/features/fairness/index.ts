import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

/** F1: verifies draws in the browser, changes the user's own number, saves and opens proofs. */
export const fairness: Feature = {
  tab: paths.games,
  pages: [
    page(paths.fair, 'Fair draws', () => import('./pages/fair-page.tsx')),
    page(paths.proof, 'Fair draws', () => import('./pages/proof-page.tsx')),
  ],
};
