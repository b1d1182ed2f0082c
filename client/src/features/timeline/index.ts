import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const timeline: Feature = {
  tab: paths.dashboard,
  pages: [page(paths.timeline, 'Your coins', () => import('./timeline-page.tsx'), { isFocused: true })],
};
