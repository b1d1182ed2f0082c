import type { Feature } from '../../lib/feature.ts';
import { fairnessPaths } from './paths.ts';

/** F1: verifies draws in the browser, changes the user's own number, saves and opens proofs. */
export const fairness: Feature = {
  pages: [
    { path: fairnessPaths.fair, name: 'Fair draws', load: () => import('./pages/fair-page.tsx') },
    { path: fairnessPaths.proof, name: 'Fair draws', load: () => import('./pages/proof-page.tsx') },
  ],
};
