import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const playLimits: Feature = {
  pages: [
    { path: paths.limits, name: 'Limits', load: () => import('./pages/limits-page.tsx'), isFocused: true },
  ],
  noticeQueries: ['play-limits'],
  playPart: () => import('./play-reminder.tsx'),
};
