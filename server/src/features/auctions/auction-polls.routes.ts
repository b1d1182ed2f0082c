import { type AuctionState, HighestBid, HighestBidder, RemainingTime } from '@copup/shared/auctions.ts';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import type { RememberedFacts } from '../../rooms/remembered-facts.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { auctionNotFound } from './auctions.errors.ts';

const tags = ['auctions'];
const config = { access: 'user', limit: 'read', errors: ['AUCTION_NOT_FOUND'] } as const;

/**
 * The calls that the specification's clients make each second. They return the state of the auction's room, without a
 * query when the room has members on this server.
 */
export const auctionPollsRoutes =
  (deps: Pick<Deps, 'clock' | 'rooms'>, realms: RememberedFacts<number>): FastifyPluginAsyncZod =>
  async (app) => {
    /** Returns the room's state to viewers of the auction's own realm only, like `findAuctionFor`. */
    async function getState(viewer: Viewer, id: number): Promise<AuctionState> {
      if ((await realms.get(String(id))) !== viewer.realm) throw auctionNotFound();
      const latest = await deps.rooms.latest(auctionRoom(id));
      if (!latest) throw auctionNotFound();
      return latest.state as AuctionState;
    }

    app.get(
      '/auction/remaining-time/:id',
      {
        config,
        schema: {
          tags,
          summary: "The server's time, the end, and the leader; at most 250 ms old",
          params: IdParams,
          response: { 200: RemainingTime },
        },
      },
      async ({ viewer, params }) => {
        const { endDate, leader, profile } = await getState(viewer, params.id);
        return {
          serverTime: new Date(deps.clock.wallMs()).toISOString(),
          endTime: new Date(endDate).toISOString(),
          currentBidder: leader,
          currentBidderProfile: profile ?? null,
        };
      },
    );

    app.get(
      '/auction/highest-bidder/:id',
      {
        config,
        schema: {
          tags,
          summary: 'The leader; at most 250 ms old',
          params: IdParams,
          response: { 200: HighestBidder },
        },
      },
      async ({ viewer, params }) => ({ username: (await getState(viewer, params.id)).leader }),
    );

    app.get(
      '/auction/:id/highest-bid-points',
      {
        config,
        schema: {
          tags,
          summary: 'The highest bid in coins; at most 250 ms old',
          params: IdParams,
          response: { 200: HighestBid },
        },
      },
      async ({ viewer, params }) => ({ highestBidPoints: (await getState(viewer, params.id)).price }),
    );
  };
