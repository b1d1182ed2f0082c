import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const pin: Feature = {
  publicPages: [page(paths.recoverPin, 'Recover PIN', () => import('./pages/recover-pin-page.tsx'))],
  pages: [page(paths.setPin, 'Set Pin', () => import('./pages/set-pin-page.tsx'), { isFocused: true })],
};
