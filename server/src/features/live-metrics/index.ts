import { liveMetricsCalls } from '@copup/shared/calls/live-metrics.ts';
import type { Feature } from '../../feature.ts';
import { Ops } from '../../ops/ops.ts';
import { readQueues } from '../../ops/read-queues.ts';
import { routes } from '../../routes.ts';
import { mustEnrol } from '../../sessions/recent-sign-in.ts';

export const liveMetrics: Feature = {
  name: 'live-metrics',
  build: (deps, all) => {
    const ops = new Ops({
      ...deps,
      readQueues: () => readQueues(deps),
      isOperator: (viewer) => viewer.role === 1 && !mustEnrol(deps, viewer),
      describe: all.describeRooms,
      commandLanes: () => all.commandLanes,
    });
    return {
      routes: [routes(liveMetricsCalls, { 'GET /admin/metrics-history': () => ops.history() })],
      roomKinds: [ops.roomKinds.ops, ops.roomKinds.find],
      start: () => ops.start(),
      stop: () => ops.stop(),
    };
  },
};
