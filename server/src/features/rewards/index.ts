import { rewardsAdminCalls } from '@copup/shared/calls/rewards.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { routes } from '../../routes.ts';
import { fundApproved, fundRewards, readRewards } from './fund-rewards.ts';

/** /api/admin/rewards: the fund that pays for rewards to users (L1). */
const rewardsAdminRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(rewardsAdminCalls, {
    'GET /admin/rewards': async () => ({ balance: await readRewards(deps.db) }),

    'POST /admin/rewards/fund': async ({ viewer, key, body }, reply) => {
      return reply.code(202).send(await fundRewards(deps, { operatorId: viewer.userId, body, key }));
    },
  });

export const rewards: Feature = {
  name: 'rewards',
  build: (deps) => ({ routes: [rewardsAdminRoutes(deps)], approvedActions: fundApproved(deps) }),
};
