import { overviewCalls } from '@copup/shared/calls/overview.ts';
import { routes } from '../../routes.ts';
import type { OverviewRoom } from './overview-room.ts';

/** GET /api/admin/overview: what waits for a decision, coins, the last audit and jobs (O1). */
export const overviewRoutes = (overview: Pick<OverviewRoom, 'read'>) =>
  routes(overviewCalls, {
    'GET /admin/overview': () => overview.read(),
  });
