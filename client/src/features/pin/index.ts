import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const pin: Feature = {
  publicPages: [
    { path: paths.recoverPin, name: 'Recover', load: () => import('./pages/recover-pin-page.tsx') },
  ],
  pages: [
    { path: paths.setPin, name: 'Set Pin', load: () => import('./pages/set-pin-page.tsx'), isFocused: true },
  ],
};
