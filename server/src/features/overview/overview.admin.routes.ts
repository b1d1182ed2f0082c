import { OperatorOverview } from '@copup/shared/ledger.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';

/** GET /api/admin/overview: the queues of all features, with the age of their oldest item (O1). */
export const overviewRoutes =
  ({ clock }: Pick<Deps, 'clock'>, all: Pick<AllFeatures, 'queues'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/overview',
      {
        config: { access: 'operator', limit: 'admin' },
        schema: {
          tags: ['operators: overview'],
          summary: 'How many items wait for a decision in each queue, and since when',
          response: { 200: OperatorOverview },
        },
      },
      async () => {
        const queues = await Promise.all(
          Object.entries(all.queues).map(async ([queue, read]) => {
            const { waiting, oldestAt } = await read();
            return { queue, waiting, oldest_at: oldestAt?.toISOString() ?? null };
          }),
        );
        return { queues, server_time: new Date(clock.wallMs()).toISOString() };
      },
    );
  };
