import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

/** The operators' side of push messages: what became of them, the push services, and a switch for each kind (W23). */
export const pushAdmin: Feature = {
  operatorPages: [page(operatorPaths.push, 'Push messages', () => import('./admin/push-page.tsx'))],
};
