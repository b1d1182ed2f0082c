import { z } from 'zod';
import { AuctionReferralParams } from '../affiliates.ts';
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
  HighestBid,
  HighestBidder,
  JoinedAuction,
  Landing,
  MaximumBody,
  MaximumReply,
  PayEntryReply,
  PurchaseReceipt,
  RemainingTime,
  VisitedAuction,
  WatchlistReply,
  WatchReply,
} from '../auctions.ts';
import { defineCalls } from '../call.ts';
import { CursorQuery, IdParams } from '../wire.ts';

/** Every command of an auction's lane may be refused with these: the auction is not open, or the decision came too late. */
const closedErrors = [
  'AUCTION_NOT_FOUND',
  'AUCTION_NOT_ACTIVE',
  'AUCTION_ENDED',
  'DECIDED_TOO_LATE',
] as const;

/** Refusals of commands that hold or spend coins of a player who has joined. */
const spendingErrors = ['NOT_JOINED', 'NOT_ENOUGH_COINS', 'LIMIT_REACHED', 'TAKING_A_BREAK'] as const;

const config = { errors: ['AUCTION_NOT_FOUND'] } as const;
const common = { access: 'player', limit: 'maximum' } as const;

/**
 * The calls that the specification's clients make each second. They return the state of the auction's room, without a
 * query when the room has members on this server.
 */
export const auctionPollsCalls = defineCalls('auctions', {
  'GET /auction/remaining-time/:id': {
    summary: "The server's time, the end, and the leader; at most 250 ms old",
    ...config,
    params: IdParams,
    reply: RemainingTime,
  },
  'GET /auction/highest-bidder/:id': {
    summary: 'The leader; at most 250 ms old',
    ...config,
    params: IdParams,
    reply: HighestBidder,
  },
  'GET /auction/:id/highest-bid-points': {
    summary: 'The highest bid in coins; at most 250 ms old',
    ...config,
    params: IdParams,
    reply: HighestBid,
  },
});

/** The calls of the specification's point 7, "Auctions", and GET /user/wishlist. */
export const auctionsCalls = defineCalls('auctions', {
  'GET /auction': {
    summary: 'Live and pending auctions and the last ended ones, newest first; X-Next-Cursor continues',
    query: AuctionsQuery,
    reply: z.array(Auction),
  },
  'GET /auction/:id': {
    summary: 'One auction',
    errors: ['AUCTION_NOT_FOUND'],
    params: IdParams,
    reply: Auction,
  },
  'GET /auction/:id/bids': {
    summary: 'Accepted bids with their hash chain, oldest first (A7)',
    errors: ['AUCTION_NOT_FOUND'],
    params: IdParams,
    query: BidsQuery,
    reply: BidsReply,
  },
  'GET /auction/roots/:day': {
    summary:
      'The root over the last hashes of the auctions settled on one day, UTC, with a page of them (A7)',
    errors: ['NOT_FOUND'],
    params: ChainRootParams,
    query: ChainRootQuery,
    reply: ChainRoot,
  },
  'POST /auction/pay-entry/:id': {
    summary: 'Pays the entry fee, once (A2)',
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
    params: IdParams,
    bySocket: true,
    hasKey: true,
    reply: PayEntryReply,
  },
  'POST /auction/pay-entry/affiliate/:auctionId/:referrerId': {
    summary: 'Pays the entry fee, once, through the affiliate link of another user (T2)',
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
    params: AuctionReferralParams,
    hasKey: true,
    reply: PayEntryReply,
  },
  'POST /auction/bid/:id': {
    summary: 'Bids the next price; the body may limit the price (A4)',
    access: 'player',
    limit: 'bid',
    errors: [...closedErrors, ...spendingErrors, 'ALREADY_LEADING', 'PRICE_MOVED'],
    params: IdParams,
    bySocket: true,
    hasKey: true,
    body: BidBody,
    reply: BidReceipt,
  },
  'POST /auction/buy-now/:id': {
    summary: 'Buys the item at the displayed buy-now price, until the first bid (A13)',
    access: 'player',
    limit: 'bid',
    errors: [...closedErrors, ...spendingErrors, 'BUY_NOW_UNAVAILABLE', 'PRICE_MOVED'],
    params: IdParams,
    bySocket: true,
    hasKey: true,
    body: BuyNowBody,
    reply: PurchaseReceipt,
  },
  'GET /user/wishlist': {
    summary: 'Auctions the user joined, the last one first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(JoinedAuction),
  },
});

/** The caller's own maximum in an auction (A13). The room user:{id} shows it, to its owner only. */
export const maximumsCalls = defineCalls('auctions', {
  'PUT /auction/max/:id': {
    summary:
      'Bids for the caller up to a maximum, which is held: sets, raises or lowers it, and bids at once unless the caller leads (A13)',
    ...common,
    errors: [...closedErrors, ...spendingErrors, 'PRICE_MOVED'],
    params: IdParams,
    bySocket: true,
    hasKey: true,
    body: MaximumBody,
    reply: MaximumReply,
  },
  'DELETE /auction/max/:id': {
    summary: 'Withdraws the caller’s maximum: the leading bid stays, and the rest of the hold returns (A13)',
    isForSuspended: true,
    ...common,
    errors: [...closedErrors, 'NO_MAXIMUM'],
    params: IdParams,
    bySocket: true,
    hasKey: true,
    reply: MaximumReply,
  },
});

/** The caller's own watchlist (A13); no other user's list can be addressed. */
export const watchlistCalls = defineCalls('auctions', {
  'GET /user/watchlist': {
    summary: 'Auctions on the watchlist, the newest addition first; pass `next` as `before`',
    query: CursorQuery,
    reply: WatchlistReply,
  },
  'PUT /auction/watchlist/:id': {
    summary: 'Puts an auction on the watchlist: one notice is sent before its end (A13)',
    access: 'player',
    errors: ['AUCTION_NOT_FOUND', 'AUCTION_ENDED', 'WATCHLIST_FULL'],
    params: IdParams,
    reply: WatchReply,
  },
  'DELETE /auction/watchlist/:id': {
    summary: 'Removes an auction from the watchlist',
    access: 'player',
    params: IdParams,
    reply: WatchReply,
  },
});

const visit = { access: 'public', limit: 'visit' } as const;

/** What visitors may read without an account (A15). */
export const visitsCalls = defineCalls('auctions', {
  'GET /landing': {
    summary: 'Live auctions and the last wins, for the landing page; at most 5 s old',
    ...visit,
    reply: Landing,
  },
  'GET /watch/:id': {
    summary: 'One auction with masked names, and a token for its public room; at most 1 s old',
    ...visit,
    errors: ['AUCTION_NOT_FOUND'],
    params: IdParams,
    reply: VisitedAuction,
  },
  'GET /watch/:id/bids': {
    summary: 'Accepted bids with their hash chain and masked names, oldest first (A7)',
    ...visit,
    errors: ['AUCTION_NOT_FOUND'],
    params: IdParams,
    query: BidsQuery,
    reply: BidsReply,
  },
});
