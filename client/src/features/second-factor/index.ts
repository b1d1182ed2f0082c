import type { Feature } from '../../lib/feature.ts';

export const secondFactor: Feature = {
  operatorPages: [
    { path: 'second-factor', name: 'Second factor', load: () => import('./second-factor-page.tsx') },
  ],
  operatorNotice: () => import('./factor-banner.tsx'),
};
