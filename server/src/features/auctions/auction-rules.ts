import type { AuctionRow } from './auctions.tables.ts';

/** W6: an auction's outbid notices come at most this often. */
export const OUTBID_QUIET = "interval '5 seconds'";

/** A8. Without a single bid nobody can win, so the item is unsold and the entries are refunded. */
export function isSold(
  auction: Pick<AuctionRow, 'leaderId' | 'currentBidAmount' | 'reservePoints' | 'minimumEntries'>,
  entries: number,
): boolean {
  return (
    auction.leaderId !== null &&
    auction.currentBidAmount >= auction.reservePoints &&
    entries >= auction.minimumEntries
  );
}
