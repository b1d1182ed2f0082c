import type { Feature } from '../../feature.ts';
import { fundApproved } from './fund-rewards.ts';
import { rewardsAdminRoutes } from './rewards.admin.routes.ts';

export const rewards: Feature = {
  name: 'rewards',
  build: (deps) => ({ routes: [rewardsAdminRoutes(deps)], approvedActions: fundApproved(deps) }),
};
