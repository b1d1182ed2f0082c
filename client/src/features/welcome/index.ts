import type { Feature } from '../../lib/feature.ts';

/** X15: welcome coins and first steps of new players. */
export const welcome: Feature = {
  homeParts: [{ place: 'welcome', load: () => import('./welcome-part.tsx') }],
};
