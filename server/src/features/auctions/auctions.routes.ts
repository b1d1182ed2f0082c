import { AuctionReferralParams } from '@copup/shared/affiliates.ts';
import {
  Auction,
  AuctionsQuery,
  BidBody,
  BidReceipt,
  BidsQuery,
  BidsReply,
  BuyNowBody,
  ChainRoot,
  ChainRootParams,
  ChainRootQuery,
  JoinedAuction,
  PayEntryReply,
  PurchaseReceipt,
} from '@copup/shared/auctions.ts';
import { CursorQuery, IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../networks.ts';
import { paged } from '../../paged.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findAuctionFor, listAuctionsFor, listJoined, type ViewedAuction } from './auction-views.queries.ts';
import { auctionNotFound, rootNotFound } from './auctions.errors.ts';
import { toAuction, toJoinedAuction } from './auctions.wire.ts';
import { buyNow } from './buy-now.ts';
import { findRoot } from './chain-roots.ts';
import { closedErrors, spendingErrors } from './lane-errors.ts';
import { payEntry, payEntryByLink } from './pay-entry.ts';
import { type PlaceBidDeps, placeBid } from './place-bid.ts';
import { publishBids } from './published-bids.ts';

type AuctionDeps = PlaceBidDeps & Pick<Deps, 'db' | 'clock' | 'notices'>;

const tags = ['auctions'];
const read = { access: 'user', limit: 'read' } as const;

/** The calls of the specification's point 7, "Auctions", and GET /user/wishlist. */
export const auctionsRoutes =
  (deps: AuctionDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const getAuction = async (viewer: Viewer, id: number): Promise<ViewedAuction> => {
      const auction = await findAuctionFor(deps.db, viewer, id);
      if (!auction) throw auctionNotFound();
      return auction;
    };

    app.get(
      '/auction',
      {
        config: read,
        schema: {
          tags,
          summary: 'Live and pending auctions and the last ended ones, newest first; X-Next-Cursor continues',
          querystring: AuctionsQuery,
          response: { 200: z.array(Auction) },
        },
      },
      async ({ viewer, query }, reply) =>
        paged(reply, await listAuctionsFor(deps.db, viewer, query)).map(toAuction),
    );

    app.get(
      '/auction/:id',
      {
        config: { ...read, errors: ['AUCTION_NOT_FOUND'] },
        schema: { tags, summary: 'One auction', params: IdParams, response: { 200: Auction } },
      },
      async ({ viewer, params }) => toAuction(await getAuction(viewer, params.id)),
    );

    app.get(
      '/auction/:id/bids',
      {
        config: { ...read, errors: ['AUCTION_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Accepted bids with their hash chain, oldest first (A7)',
          params: IdParams,
          querystring: BidsQuery,
          response: { 200: BidsReply },
        },
      },
      async ({ viewer, params, query }) =>
        publishBids(deps.db, await getAuction(viewer, params.id), query.after, query.limit),
    );

    app.get(
      '/auction/roots/:day',
      {
        config: { ...read, errors: ['NOT_FOUND'] },
        schema: {
          tags,
          summary:
            'The root over the last hashes of the auctions settled on one day, UTC, with a page of them (A7)',
          params: ChainRootParams,
          querystring: ChainRootQuery,
          response: { 200: ChainRoot },
        },
      },
      async ({ params, query }) => {
        const root = await findRoot(deps.db, params.day, query);
        if (!root) throw rootNotFound();
        return root;
      },
    );

    app.post(
      '/auction/pay-entry/:id',
      {
        config: {
          access: 'player',
          limit: 'payEntry',
          errors: [
            'AUCTION_NOT_FOUND',
            'AUCTION_NOT_ACTIVE',
            'AUCTION_ENDED',
            'ALREADY_JOINED',
            'FIRST_WIN_ONLY',
            'NOT_ENOUGH_COINS',
            'LIMIT_REACHED',
            'TAKING_A_BREAK',
          ],
        },
        schema: {
          tags,
          summary: 'Pays the entry fee, once (A2)',
          params: IdParams,
          headers: IdempotencyHeaders,
          response: { 200: PayEntryReply },
        },
      },
      async ({ viewer, params, headers }) => {
        return payEntry(deps, { id: params.id, viewer, key: headers['idempotency-key'] });
      },
    );

    app.post(
      '/auction/pay-entry/affiliate/:auctionId/:referrerId',
      {
        config: {
          access: 'player',
          limit: 'payEntry',
          errors: [
            'AUCTION_NOT_FOUND',
            'AUCTION_NOT_ACTIVE',
            'AUCTION_ENDED',
            'ALREADY_JOINED',
            'FIRST_WIN_ONLY',
            'NOT_ENOUGH_COINS',
            'LIMIT_REACHED',
            'TAKING_A_BREAK',
            'UNKNOWN_REFERRER',
            'OWN_LINK',
          ],
        },
        schema: {
          tags,
          summary: 'Pays the entry fee, once, through the affiliate link of another user (T2)',
          params: AuctionReferralParams,
          headers: IdempotencyHeaders,
          response: { 200: PayEntryReply },
        },
      },
      async ({ viewer, params, headers, ip }) =>
        payEntryByLink(deps, {
          id: params.auctionId,
          viewer,
          key: headers['idempotency-key'],
          code: params.referrerId,
          network: networkOf(ip),
        }),
    );

    app.post(
      '/auction/bid/:id',
      {
        config: {
          access: 'player',
          limit: 'bid',
          errors: [...closedErrors, ...spendingErrors, 'ALREADY_LEADING', 'PRICE_MOVED'],
        },
        schema: {
          tags,
          summary: 'Bids the next price; the body may limit the price (A4)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: BidBody,
          response: { 200: BidReceipt },
        },
      },
      async ({ viewer, params, headers, body }, reply) =>
        placeBid(
          deps,
          params.id,
          { viewer, key: headers['idempotency-key'], maxBidPoints: body?.maxBidPoints },
          deps.clock.wallMs() - reply.elapsedTime,
        ),
    );

    app.post(
      '/auction/buy-now/:id',
      {
        config: {
          access: 'player',
          limit: 'bid',
          errors: [...closedErrors, ...spendingErrors, 'BUY_NOW_UNAVAILABLE', 'PRICE_MOVED'],
        },
        schema: {
          tags,
          summary: 'Buys the item at the displayed buy-now price, until the first bid (A13)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: BuyNowBody,
          response: { 200: PurchaseReceipt },
        },
      },
      async ({ viewer, params, headers, body }, reply) =>
        buyNow(
          deps,
          params.id,
          { viewer, key: headers['idempotency-key'], buyNowPoints: body.buyNowPoints },
          deps.clock.wallMs() - reply.elapsedTime,
        ),
    );

    app.get(
      '/user/wishlist',
      {
        config: read,
        schema: {
          tags,
          summary: 'Auctions the user joined, the last one first; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(JoinedAuction) },
        },
      },
      async ({ viewer, query }, reply) =>
        paged(reply, await listJoined(deps.db, viewer.userId, query)).map(toJoinedAuction),
    );
  };
