import { SearchQuery, SearchReply } from '@copup/shared/console.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AllFeatures } from '../../feature.ts';

/** Groups of the reply in this order; kinds that are not named follow. */
const order = ['user', 'auction', 'order', 'payment', 'payout', 'trade', 'contest', 'heist', 'bet'];
const placeOf = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);

/** GET /api/admin/search: one search over the records of all features (O1). */
export const searchRoutes =
  (all: Pick<AllFeatures, 'searches'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/search',
      {
        config: { access: 'operator', limit: 'admin' },
        schema: {
          tags: ['operators: search'],
          summary: 'Finds users, subjects, orders, payments and all other records, a few of each kind',
          description:
            'By a part of a name or an e-mail address, by a reference, or by an id. The reply has no e-mail addresses. Records of load tests have a realm other than 0. A text of one or two characters matches the beginning of names only.',
          querystring: SearchQuery,
          response: { 200: SearchReply },
        },
      },
      async ({ query }) => {
        const text = query.q.trim();
        if (text === '') return { groups: [] };
        const searches = Object.entries(all.searches).sort(([a], [b]) => placeOf(a) - placeOf(b));
        const groups = await Promise.all(
          searches.map(async ([kind, search]) => ({ kind, hits: await search(text) })),
        );
        return { groups: groups.filter(({ hits }) => hits.length > 0) };
      },
    );
  };
