import { overviewCalls } from '@copup/shared/calls/overview.ts';
import { queueClaimsCalls } from '@copup/shared/calls/queue-claims.ts';
import { claimedQueues } from '@copup/shared/queues.ts';
import { withConsoleConnections } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { foldListChanges } from '../../operators/list-changes.queries.ts';
import { claimItem, releaseItem } from '../../operators/queue-claims.ts';
import { readQueues } from '../../ops/read-queues.ts';
import { routes } from '../../routes.ts';
import { mustEnrol } from '../../sessions/recent-sign-in.ts';
import { requireRight } from '../../sessions/require-right.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { composeOverview, keepMoneyDay, type OverviewSources } from './compose-overview.ts';
import { keepAlerts, purgeAlerts } from './keep-alerts.ts';
import { consoleListRoomKind } from './list-rooms.ts';
import { createOverviewRoom } from './overview-room.ts';

/** What operators see first, and the rooms of the console's lists (O1). */
export const overview: Feature = {
  name: 'overview',
  build: (deps, all) => {
    const isOperator = (viewer: Viewer) => viewer.role === 1 && !mustEnrol(deps, viewer);
    const sources: OverviewSources = {
      ...deps,
      get queues() {
        return all.queues;
      },
      get overdue() {
        return all.overdue;
      },
      readJobs: () => readQueues(deps),
    };
    const room = createOverviewRoom({ ...deps, sources, isOperator });
    return {
      routes: [
        routes(overviewCalls, { 'GET /admin/overview': () => room.read() }),
        claimRoutes(deps),
        alertsRoutes(deps),
      ],
      roomKinds: [room.roomKind, consoleListRoomKind(deps, isOperator)],
      jobs: {
        sweeps: [
          {
            name: 'list-changes',
            everyMs: 5_000,
            run: async () => {
              await foldListChanges(deps.db);
            },
          },
          { name: 'money-days', everyMs: 60_000, run: () => keepMoneyDay(deps.db) },
          {
            name: 'alerts',
            everyMs: 15_000,
            run: async () => keepAlerts(deps, await withConsoleConnections(() => composeOverview(sources))),
          },
          {
            name: 'purge-alerts',
            everyMs: 60_000,
            run: async () => {
              await purgeAlerts(deps.db);
            },
          },
        ],
      },
      start: () => room.start(),
      stop: () => room.stop(),
    };
  },
};

const claimRoutes = (deps: Pick<Deps, 'db'>) =>
  routes(queueClaimsCalls, {
    'POST /admin/queues/:queue/claims/:id': ({ params, viewer, body }) => {
      requireRight(viewer, claimedQueues[params.queue].right);
      return claimItem(deps, { ...params, operatorId: viewer.userId, takesOver: body.take_over });
    },
    'DELETE /admin/queues/:queue/claims/:id': async ({ params, viewer: { userId: operatorId } }) => {
      await releaseItem(deps, { ...params, operatorId });
      return { message: 'Freed.' };
    },
  });
