import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const connectionCheck: Feature = {
  publicPages: [
    {
      path: paths.connectionCheck,
      name: 'Connection check',
      load: () => import('./pages/connection-page.tsx'),
    },
  ],
};
