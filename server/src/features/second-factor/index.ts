import type { Feature } from '../../feature.ts';
import { factorResetApproved } from './request-reset.ts';
import { secondFactorAdminRoutes } from './second-factor.admin.routes.ts';

export const secondFactor: Feature = {
  name: 'second-factor',
  build: (deps) => ({
    routes: [secondFactorAdminRoutes(deps)],
    approvedActions: factorResetApproved(deps),
  }),
};
