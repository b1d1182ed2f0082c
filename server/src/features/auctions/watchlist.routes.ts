import { watchlistCalls } from '@copup/shared/calls/auctions.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { toAuction } from './auctions.wire.ts';
import { listWatched } from './watchlist.queries.ts';
import { addToWatchlist, removeFromWatchlist } from './watchlist.ts';

/** The caller's own watchlist (A13); no other user's list can be addressed. */
export const watchlistRoutes = (deps: Pick<Deps, 'db' | 'jobs' | 'settings'>) =>
  routes(watchlistCalls, {
    'GET /user/watchlist': async ({ viewer, query }) => {
      const { rows, next } = await listWatched(deps.db, viewer, query);
      return {
        items: rows.map((row) => ({ ...toAuction(row), added_at: row.addedAt.toISOString() })),
        next,
      };
    },

    'PUT /auction/watchlist/:id': async ({ viewer, params }) => {
      await addToWatchlist(deps, viewer, params.id);
      return { watchlisted: true };
    },

    'DELETE /auction/watchlist/:id': async ({ viewer, params }) => {
      await removeFromWatchlist(deps, viewer, params.id);
      return { watchlisted: false };
    },
  });
