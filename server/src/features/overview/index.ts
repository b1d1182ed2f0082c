import { overviewCalls } from '@copup/shared/calls/overview.ts';
import type { Feature } from '../../feature.ts';
import { readQueues } from '../../ops/read-queues.ts';
import { routes } from '../../routes.ts';
import { mustEnrol } from '../../sessions/recent-sign-in.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { keepMoneyDay } from './compose-overview.ts';
import { foldListChanges } from './list-changes.queries.ts';
import { consoleListRoomKind } from './list-rooms.ts';
import { createOverviewRoom } from './overview-room.ts';

/** What operators see first, and the rooms of the console's lists (O1). */
export const overview: Feature = {
  name: 'overview',
  build: (deps, all) => {
    const isOperator = (viewer: Viewer) => viewer.role === 1 && !mustEnrol(deps, viewer);
    const room = createOverviewRoom({
      ...deps,
      get queues() {
        return all.queues;
      },
      readJobs: () => readQueues(deps),
      isOperator,
    });
    return {
      routes: [routes(overviewCalls, { 'GET /admin/overview': () => room.read() })],
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
        ],
      },
      start: () => room.start(),
      stop: () => room.stop(),
    };
  },
};
