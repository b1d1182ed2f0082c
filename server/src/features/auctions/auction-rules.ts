import type { AuctionRow } from './auctions.queries.ts';

type Closable = Pick<AuctionRow, 'status' | 'endDate'>;

/** W6: an auction's outbid notices come at most this often. */
export const OUTBID_QUIET = "interval '5 seconds'";

/** Open means that bids or entries may still come. */
export const isOpen = ({ status }: Pick<AuctionRow, 'status'>): boolean =>
  status === 'pending' || status === 'active';

/** A5: at its end an auction is over, not after it. `now` is the database's clock, read under the row's lock. */
export const isOver = ({ endDate }: Pick<AuctionRow, 'endDate'>, now: Date): boolean => now >= endDate;

export const isDueToClose = (auction: Closable, now: Date): boolean =>
  isOpen(auction) && isOver(auction, now);

export const isDueToStart = (
  auction: Pick<AuctionRow, 'status' | 'startsAt' | 'endDate'>,
  now: Date,
): boolean => auction.status === 'pending' && now >= auction.startsAt && !isOver(auction, now);

/** A8. Without a single bid nobody can win, so the item is unsold and the entries go back. */
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
