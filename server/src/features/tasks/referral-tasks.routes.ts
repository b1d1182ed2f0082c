import { referralTasksCalls } from '@copup/shared/calls/tasks.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';
import { countFriends, listReferralTasks } from './referral-tasks.queries.ts';
import { toReferralTask } from './tasks.wire.ts';
import { verifyReferrals } from './verify-referrals.ts';

/** Calls of players: referral tasks and their rewards (T1, T7). */
export const referralTasksRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'notices'>) =>
  routes(referralTasksCalls, {
    'GET /task/referral-tasks': async ({ viewer, query }, reply) => {
      const [page, friends] = await Promise.all([
        listReferralTasks(deps.db, viewer, query),
        countFriends(deps.db, viewer.userId),
      ]);
      return paged(reply, page).map((row) => toReferralTask(row, friends));
    },

    'POST /task/referral-tasks/:id/verify': ({ viewer, params, key }) =>
      verifyReferrals(deps, { referralTaskId: params.id, viewer, key }),
  });
