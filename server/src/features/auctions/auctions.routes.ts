import { auctionsCalls, maximumsCalls } from '@copup/shared/calls/auctions.ts';
import { networkOf } from '../../client-facts.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findAuctionsFor, listAuctionsFor, listJoined, type ViewedAuction } from './auction-views.queries.ts';
import { auctionNotFound, rootNotFound } from './auctions.errors.ts';
import { toAuction, toJoinedAuction } from './auctions.wire.ts';
import { placeBid } from './bid-command.ts';
import type { BiddingDeps } from './bid-lane.ts';
import { findRoot } from './chain-roots.ts';
import { setMaximum } from './maximum-command.ts';
import { payEntry, payEntryByLink } from './pay-entry.ts';
import { publishBids } from './published-bids.ts';
import { buyNow } from './purchase-command.ts';

type AuctionDeps = BiddingDeps & Pick<Deps, 'db' | 'clock' | 'notices'>;

/** The calls of the specification's point 7, "Auctions", and GET /user/wishlist. */
export const auctionsRoutes = (deps: AuctionDeps) => {
  const findAuctionFor = findAuctionsFor(deps.db);
  const getAuction = async (viewer: Viewer, id: number): Promise<ViewedAuction> => {
    const auction = await findAuctionFor(viewer, id);
    if (!auction) throw auctionNotFound();
    return auction;
  };

  return routes(auctionsCalls, {
    'GET /auction': async ({ viewer, query }, reply) =>
      paged(reply, await listAuctionsFor(deps.db, viewer, query)).map(toAuction),

    'GET /auction/:id': async ({ viewer, params }) => toAuction(await getAuction(viewer, params.id)),

    'GET /auction/:id/bids': async ({ viewer, params, query }) =>
      publishBids(deps.db, await getAuction(viewer, params.id), query.after, query.limit),

    'GET /auction/roots/:day': async ({ params, query }) => {
      const root = await findRoot(deps.db, params.day, query);
      if (!root) throw rootNotFound();
      return root;
    },

    'POST /auction/pay-entry/:id': async ({ viewer, params, key }) => {
      return payEntry(deps, { id: params.id, viewer, key });
    },

    'POST /auction/pay-entry/affiliate/:auctionId/:referrerId': async ({ viewer, params, key, ip }) =>
      payEntryByLink(deps, {
        id: params.auctionId,
        viewer,
        key,
        code: params.referrerId,
        network: networkOf(ip),
      }),

    'POST /auction/bid/:id': async ({ viewer, params, key, body }, reply) =>
      placeBid(
        deps,
        params.id,
        { viewer, key, maxBidPoints: body?.maxBidPoints },
        deps.clock.wallMs() - reply.elapsedTime,
      ),

    'POST /auction/buy-now/:id': async ({ viewer, params, key, body }, reply) =>
      buyNow(
        deps,
        params.id,
        { viewer, key, buyNowPoints: body.buyNowPoints },
        deps.clock.wallMs() - reply.elapsedTime,
      ),

    'GET /user/wishlist': async ({ viewer, query }, reply) =>
      paged(reply, await listJoined(deps.db, viewer.userId, query)).map(toJoinedAuction),
  });
};

/** The caller's own maximum in an auction (A13). The room user:{id} shows it, to its owner only. */
export const maximumsRoutes = (deps: BiddingDeps & Pick<Deps, 'clock'>) =>
  routes(maximumsCalls, {
    'PUT /auction/max/:id': async ({ viewer, params, key, body }, reply) =>
      setMaximum(
        deps,
        params.id,
        { viewer, key, maximum: body.maxBidPoints },
        deps.clock.wallMs() - reply.elapsedTime,
      ),

    'DELETE /auction/max/:id': async ({ viewer, params, key }, reply) =>
      setMaximum(deps, params.id, { viewer, key, maximum: null }, deps.clock.wallMs() - reply.elapsedTime),
  });
