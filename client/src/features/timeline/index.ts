import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const timeline: Feature = {
  tab: paths.dashboard,
  pages: [
    { path: paths.timeline, name: 'Your coins', isFocused: true, load: () => import('./timeline-page.tsx') },
  ],
};
