import { WatchlistQuery, WatchlistReply, WatchReply } from '@copup/shared/auctions.ts';
import { IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { toAuction } from './auctions.wire.ts';
import { listWatched, type WatchedRow, type WatchlistCursor } from './watchlist.queries.ts';
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
          querystring: WatchlistQuery,
          response: { 200: WatchlistReply },
        },
      },
      async ({ viewer, query: { limit, before } }) => {
        const rows = await listWatched(deps.db, viewer, {
          limit,
          before: before === undefined ? undefined : fromCursor(before),
        });
        const page = rows.slice(0, limit);
        const last = page.at(-1);
        return {
          items: page.map((row) => ({ ...toAuction(row), added_at: row.addedAt.toISOString() })),
          next: rows.length > limit && last ? toCursor(last) : null,
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

/** The schema has checked the form. */
function fromCursor(cursor: string): WatchlistCursor {
  const [ms, id] = cursor.split('-').map(Number);
  return { addedAt: new Date(ms ?? 0), auctionId: id ?? 0 };
}

const toCursor = ({ addedAt, id }: WatchedRow): string => `${addedAt.getTime()}-${id}`;
