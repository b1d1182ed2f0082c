import type { Feature } from '../../feature.ts';
import { auditLogRoutes } from './audit-log.routes.ts';

export const auditLog: Feature = {
  name: 'audit-log',
  build: (deps) => ({ routes: [auditLogRoutes(deps)] }),
};
