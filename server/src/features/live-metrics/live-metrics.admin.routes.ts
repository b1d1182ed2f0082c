import { OpsHistory } from '@copup/shared/ops.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Ops } from '../../ops/create-ops.ts';

/** /api/admin/metrics-history: the history of the figures of the room ops:metrics (O2). */
export const liveMetricsRoutes =
  (ops: Pick<Ops, 'history'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/metrics-history',
      {
        config: { access: 'operator', limit: 'admin' },
        schema: {
          tags: ['operators: metrics'],
          summary: 'Ten minutes by second and a day by minute; live figures are in the room ops:metrics',
          response: { 200: OpsHistory },
        },
      },
      () => ops.history(),
    );
  };
