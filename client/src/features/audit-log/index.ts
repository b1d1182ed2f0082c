import type { Feature } from '../../lib/feature.ts';

export const auditLog: Feature = {
  operatorPages: [{ path: 'audit-log', name: 'Audit log', load: () => import('./admin/audit-log-page.tsx') }],
};
