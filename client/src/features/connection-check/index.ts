import type { Feature } from '../../lib/feature.ts';
import { mainPaths } from '../../lib/main-paths.ts';

export const connectionCheck: Feature = {
  publicPages: [
    {
      path: mainPaths.connectionCheck,
      name: 'Connection check',
      load: () => import('./pages/connection-page.tsx'),
    },
  ],
};
