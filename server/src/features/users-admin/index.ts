import type { Feature } from '../../feature.ts';
import { adjustApproved } from './adjust.ts';
import { promoteApproved } from './change-role.ts';
import { usersAdminRoutes } from './users-admin.routes.ts';

export const usersAdmin: Feature = {
  name: 'users-admin',
  build: (deps) => ({
    routes: [usersAdminRoutes(deps)],
    approvedActions: { ...adjustApproved(deps), ...promoteApproved(deps) },
  }),
};
