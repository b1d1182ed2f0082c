import { playLimitsAdminCalls } from '@copup/shared/calls/play-limits.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { listChanges } from './play-limits.queries.ts';
import { readPlayLimits } from './read-play-limits.ts';

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
