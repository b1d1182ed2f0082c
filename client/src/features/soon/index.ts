import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const soon: Feature = {
  publicPages: [{ path: paths.swap, name: 'Swap', load: () => import('./pages/swap-page.tsx') }],
};
