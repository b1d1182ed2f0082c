import type { AuctionState } from '@copup/shared/auctions.ts';
import { auctionPollsCalls } from '@copup/shared/calls/auctions.ts';
import { auctionRoom } from '@copup/shared/room-names.ts';
import type { Deps } from '../../deps.ts';
import type { RememberedFacts } from '../../rooms/remembered-facts.ts';
import { routes } from '../../routes.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { auctionNotFound } from './auctions.errors.ts';

/**
 * The calls that the specification's clients make each second. They return the state of the auction's room, without a
 * query when the room has members on this server.
 */
export const auctionPollsRoutes = (deps: Pick<Deps, 'clock' | 'rooms'>, realms: RememberedFacts<number>) => {
  /** Returns the room's state to viewers of the auction's own realm only, like `findAuctionFor`. */
  async function getState(viewer: Viewer, id: number): Promise<AuctionState> {
    if ((await realms.get(String(id))) !== viewer.realm) throw auctionNotFound();
    const latest = await deps.rooms.latest(auctionRoom(id));
    if (!latest) throw auctionNotFound();
    return latest.state as AuctionState;
  }

  return routes(auctionPollsCalls, {
    'GET /auction/remaining-time/:id': async ({ viewer, params }) => {
      const { endDate, leader, profile } = await getState(viewer, params.id);
      return {
        serverTime: new Date(deps.clock.wallMs()).toISOString(),
        endTime: new Date(endDate).toISOString(),
        currentBidder: leader,
        currentBidderProfile: profile ?? null,
      };
    },

    'GET /auction/highest-bidder/:id': async ({ viewer, params }) => ({
      username: (await getState(viewer, params.id)).leader,
    }),

    'GET /auction/:id/highest-bid-points': async ({ viewer, params }) => ({
      highestBidPoints: (await getState(viewer, params.id)).price,
    }),
  });
};
