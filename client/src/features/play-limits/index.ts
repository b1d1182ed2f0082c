import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const playLimits: Feature = {
  pages: [page(paths.limits, 'Limits', () => import('./pages/limits-page.tsx'), { isFocused: true })],
  noticeQueries: ['play-limits'],
  playPart: () => import('./play-reminder.tsx'),
};
