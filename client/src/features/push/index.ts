import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

/** Push messages: the player's choice (W23), and what operators see and switch. */
export const push: Feature = {
  tab: paths.dashboard,
  pages: [page(paths.pushSettings, 'What we tell you', () => import('./push-page.tsx'))],
  operatorPages: [page(operatorPaths.push, 'Push messages', () => import('./admin/push-page.tsx'))],
};
