import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const auditLog: Feature = {
  operatorPages: [
    { path: operatorPaths.auditLog, name: 'Audit log', load: () => import('./admin/audit-log-list.tsx') },
  ],
};
