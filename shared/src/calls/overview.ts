import { defineCalls } from '../call.ts';
import { OperatorOverview } from '../console.ts';

/** GET /api/admin/overview: what waits for a decision, coins, the last audit and jobs (O1). */
export const overviewCalls = defineCalls('operators: overview', {
  'GET /admin/overview': {
    summary: 'What waits for a decision and since when, coins in, out and owed, the last audit, and jobs',
    description: 'The room overview has the same state and is updated at once.',
    reply: OperatorOverview,
  },
});
