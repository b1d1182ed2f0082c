import type { AuctionCategory } from '@copup/shared/auctions.ts';
import { call, callOnce, callPage } from '../../lib/calls.ts';

export type Category = AuctionCategory | '';

export const listAuctions = (category: Category, before: string | undefined, signal: AbortSignal) =>
  callPage('GET /auction', { query: { category, before }, signal });
export const getAuction = (id: number, signal?: AbortSignal) =>
  call('GET /auction/:id', { params: { id }, signal });
export const listJoinedAuctions = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /user/wishlist', { query: { before }, signal });
export const payEntry = (id: number) =>
  callOnce(`entry:${id}`, 'POST /auction/pay-entry/:id', { params: { id } });
/** A4: refused with PRICE_MOVED if the bid would cost more than `maxBidPoints`. */
export const placeBid = (id: number, maxBidPoints: number) =>
  callOnce(`bid:${id}`, 'POST /auction/bid/:id', { params: { id }, body: { maxBidPoints } });
/** A15: for visitors, with masked names. */
export const getVisited = (id: number, signal?: AbortSignal) =>
  call('GET /watch/:id', { params: { id }, signal });
export const listVisitedBids = (id: number, after: number) =>
  call('GET /watch/:id/bids', { params: { id }, query: { after, limit: 1_000 } });
export const listBids = (id: number, after: number) =>
  call('GET /auction/:id/bids', { params: { id }, query: { after, limit: 1_000 } });
