import { defineCalls } from '../call.ts';
import { OpsHistory } from '../ops.ts';

/** /api/admin/metrics-history: the history of the figures of the room ops:metrics (O2). */
export const liveMetricsCalls = defineCalls('operators: metrics', {
  'GET /admin/metrics-history': {
    summary: 'Ten minutes by second and a day by minute; live figures are in the room ops:metrics',
    reply: OpsHistory,
  },
});
