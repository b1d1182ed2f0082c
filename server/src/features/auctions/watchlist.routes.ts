import { WatchlistReply, WatchReply } from '@copup/shared/auctions.ts';
import { CursorQuery, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { toAuction } from './auctions.wire.ts';
import { listWatched } from './watchlist.queries.ts';
import { addToWatchlist, removeFromWatchlist } from './watchlist.ts';

const tags = ['auctions'];

/** The caller's own watchlist (A13); no other user's list can be addressed. */
export const watchlistRoutes =
  (deps: Pick<Deps, 'db' | 'jobs' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/watchlist',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'Auctions on the watchlist, the newest addition first; pass `next` as `before`',
          querystring: CursorQuery,
          response: { 200: WatchlistReply },
        },
      },
      async ({ viewer, query }) => {
        const { rows, next } = await listWatched(deps.db, viewer, query);
        return {
          items: rows.map((row) => ({ ...toAuction(row), added_at: row.addedAt.toISOString() })),
          next,
        };
      },
    );

    app.put(
      '/auction/watchlist/:id',
      {
        config: {
          access: 'player',
          limit: 'write',
          errors: ['AUCTION_NOT_FOUND', 'AUCTION_ENDED', 'WATCHLIST_FULL'],
        },
        schema: {
          tags,
          summary: 'Puts an auction on the watchlist: one notice is sent before its end (A13)',
          params: IdParams,
          response: { 200: WatchReply },
        },
      },
      async ({ viewer, params }) => {
        await addToWatchlist(deps, viewer, params.id);
        return { watchlisted: true };
      },
    );

    app.delete(
      '/auction/watchlist/:id',
      {
        config: { access: 'player', limit: 'write' },
        schema: {
          tags,
          summary: 'Removes an auction from the watchlist',
          params: IdParams,
          response: { 200: WatchReply },
        },
      },
      async ({ viewer, params }) => {
        await removeFromWatchlist(deps, viewer, params.id);
        return { watchlisted: false };
      },
    );
  };
