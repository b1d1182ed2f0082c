import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const approvals: Feature = {
  operatorPages: [
    { path: operatorPaths.approvals, name: 'Approvals', load: () => import('./admin/approvals-list.tsx') },
  ],
};
