import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const push: Feature = {
  tab: paths.dashboard,
  pages: [page(paths.pushSettings, 'What we tell you', () => import('./push-page.tsx'))],
};
