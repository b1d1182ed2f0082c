import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const approvals: Feature = {
  operatorPages: [page(operatorPaths.approvals, 'Approvals', () => import('./admin/approvals-list.tsx'))],
};
