import { playLimitsAdminCalls, playLimitsCalls } from '@copup/shared/calls/play-limits.ts';
import type { PlayLimits } from '@copup/shared/play-limits.ts';
import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import { routes } from '../../routes.ts';
import { changeLimits } from './change-limits.ts';
import { listChanges } from './play-limits.queries.ts';
import { readPlaySession } from './play-time.ts';
import { listLeads, readPlayLimits } from './read-play-limits.ts';
import { excludeSelf, takeTimeOut } from './take-break.ts';

/** Limits, breaks and the reminder of the signed-in player (G1 to G3). */
export const playLimitsRoutes = (deps: Pick<Deps, 'db' | 'settings' | 'google'>, all: AllFeatures) => {
  const readOwn = async (userId: string): Promise<PlayLimits> => {
    const [limits, leads] = await Promise.all([
      readPlayLimits(deps.db, userId),
      listLeads(deps.db, all, userId),
    ]);
    return { ...limits, leads };
  };

  return routes(playLimitsCalls, {
    'GET /user/limits': ({ viewer }) => readOwn(viewer.userId),

    'PUT /user/limits': async ({ viewer, body }) => {
      await changeLimits(deps, viewer, body);
      return readOwn(viewer.userId);
    },

    'POST /user/time-out': async ({ viewer, body }) => {
      await takeTimeOut(deps, viewer, body.days);
      return readOwn(viewer.userId);
    },

    'POST /user/self-exclusion': async ({ viewer, body }) => {
      await excludeSelf(deps, viewer, body);
      return readOwn(viewer.userId);
    },

    'GET /user/play-session': ({ viewer }) => readPlaySession(deps.db, viewer.userId),
  });
};

/** Maximum number of changes in a player's record. */
const CHANGES = 50;

/** What operators see of a player's settings (G4). There is no call that changes them. */
export const playLimitsAdminRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(playLimitsAdminCalls, {
    'GET /admin/users/:id/play-limits': async ({ params: { id } }) => {
      const [limits, changes] = await Promise.all([
        readPlayLimits(deps.db, id),
        listChanges(deps.db, id, CHANGES),
      ]);
      return { ...limits, changes };
    },
  });
