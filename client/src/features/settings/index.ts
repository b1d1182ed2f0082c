import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const settings: Feature = {
  operatorPages: [
    { path: operatorPaths.settings, name: 'Settings', load: () => import('./admin/settings-list.tsx') },
  ],
};
