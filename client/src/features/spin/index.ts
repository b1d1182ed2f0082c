import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

/** B1, B5: the wheel behind its passcode; one spin for each user. */
export const spin: Feature = {
  tab: paths.games,
  pages: [page(paths.spin, 'Spin', () => import('./pages/spin-page.tsx'), { isFocused: true })],
};
