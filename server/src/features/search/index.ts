import { searchCalls } from '@copup/shared/calls/search.ts';
import type { AllFeatures, Feature } from '../../feature.ts';
import { routes } from '../../routes.ts';

/** Groups of the reply in this order; kinds that are not named follow. */
const order = [
  'user',
  'auction',
  'order',
  'payment',
  'payment-reference',
  'payout',
  'trade',
  'contest',
  'heist',
  'bet',
];
const placeOf = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);

/** GET /api/admin/search: one search over the records of all features (O1). */
const searchRoutes = (all: Pick<AllFeatures, 'searches'>) =>
  routes(searchCalls, {
    'GET /admin/search': async ({ query }) => {
      const text = query.q.trim();
      if (text === '') return { groups: [] };
      const searches = Object.entries(all.searches).sort(([a], [b]) => placeOf(a) - placeOf(b));
      const groups = await Promise.all(
        searches.map(async ([kind, search]) => {
          const hits = await search(text, query.realm);
          return { kind, hits: hits.filter(({ realm }) => realm === query.realm) };
        }),
      );
      return { groups: groups.filter(({ hits }) => hits.length > 0) };
    },
  });

/** One search over the records of all features. */
export const search: Feature = {
  name: 'search',
  build: (_deps, all) => ({ routes: [searchRoutes(all)] }),
};
