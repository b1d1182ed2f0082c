import type { Feature } from '../../feature.ts';
import { Ops } from '../../ops/ops.ts';
import { readQueues } from '../../ops/read-queues.ts';
import { mustEnrol } from '../../second-factor/must-enrol.ts';
import { liveMetricsRoutes } from './live-metrics.admin.routes.ts';

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
      routes: [liveMetricsRoutes(ops)],
      roomKinds: [ops.roomKinds.ops, ops.roomKinds.find],
      start: () => ops.start(),
      stop: () => ops.stop(),
    };
  },
};
