import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const ledger: Feature = {
  operatorPages: [page(operatorPaths.ledger, 'Ledger', () => import('./admin/ledger.tsx'))],
};
