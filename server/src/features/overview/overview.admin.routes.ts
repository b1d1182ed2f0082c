import { OperatorOverview } from '@copup/shared/console.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { OverviewRoom } from '../../console/overview-room.ts';

/** GET /api/admin/overview: what waits for a decision, coins, the last audit and jobs (O1). */
export const overviewRoutes =
  (overview: Pick<OverviewRoom, 'read'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/overview',
      {
        config: { access: 'operator', limit: 'admin' },
        schema: {
          tags: ['operators: overview'],
          summary:
            'What waits for a decision and since when, coins in, out and owed, the last audit, and jobs',
          description: 'The room overview has the same state and is updated at once.',
          response: { 200: OperatorOverview },
        },
      },
      () => overview.read(),
    );
  };
