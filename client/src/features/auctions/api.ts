import type {
  Auction,
  AuctionCategory,
  BidReceipt,
  BidsReply,
  JoinedAuction,
  PayEntryReply,
} from '@copup/shared/auctions.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestPage } from '../../lib/list-page.ts';

export type Category = AuctionCategory | '';

export const listAuctions = (category: Category, before: string | undefined, signal: AbortSignal) =>
  requestPage<Auction>('/auction', { category, before }, signal);
export const getAuction = (id: number, signal?: AbortSignal) =>
  request<Auction>(`/auction/${id}`, { signal });
export const listJoinedAuctions = (before: string | undefined, signal: AbortSignal) =>
  requestPage<JoinedAuction>('/user/wishlist', { before }, signal);
export const payEntry = (id: number) => postIntent<PayEntryReply>(`entry:${id}`, `/auction/pay-entry/${id}`);
/** A4: refused with PRICE_MOVED if the bid would cost more than `maxBidPoints`. */
export const placeBid = (id: number, maxBidPoints: number) =>
  postIntent<BidReceipt>(`bid:${id}`, `/auction/bid/${id}`, { maxBidPoints });
export const listBids = (id: number, after: number) =>
  request<BidsReply>(`/auction/${id}/bids?after=${after}&limit=1000`);
