import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const ledger: Feature = {
  operatorPages: [{ path: operatorPaths.ledger, name: 'Ledger', load: () => import('./admin/ledger.tsx') }],
};
