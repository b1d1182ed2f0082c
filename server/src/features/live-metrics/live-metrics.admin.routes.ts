import { liveMetricsCalls } from '@copup/shared/calls/live-metrics.ts';
import type { Ops } from '../../ops/ops.ts';
import { routes } from '../../routes.ts';

/** /api/admin/metrics-history: the history of the figures of the room ops:metrics (O2). */
export const liveMetricsRoutes = (ops: Pick<Ops, 'history'>) =>
  routes(liveMetricsCalls, {
    'GET /admin/metrics-history': () => ops.history(),
  });
