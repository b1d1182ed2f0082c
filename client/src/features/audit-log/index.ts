import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const auditLog: Feature = {
  operatorPages: [page(operatorPaths.auditLog, 'Audit log', () => import('./admin/audit-log-list.tsx'))],
};
