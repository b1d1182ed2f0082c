import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const settings: Feature = {
  operatorPages: [page(operatorPaths.settings, 'Settings', () => import('./admin/settings-list.tsx'))],
};
