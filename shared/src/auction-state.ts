import type { Auction, AuctionState } from './auctions.ts';

type Shown = Pick<Auction, 'status' | 'current_bid_amount' | 'highest_bidder' | 'seq'> & {
  end_date: string | Date;
  hard_end: string | Date;
  /** The leader's own picture. API replies do not include it. */
  profile?: string | null;
};

/** Converts an auction, from an API reply or a database row, to the state of room auction:{id} (A9). */
export function toAuctionState(auction: Shown): AuctionState {
  return {
    status: auction.status,
    price: auction.current_bid_amount,
    leader: auction.highest_bidder,
    ...(auction.profile != null && { profile: auction.profile }),
    endDate: epochMs(auction.end_date),
    hardEnd: epochMs(auction.hard_end),
    seq: auction.seq,
  };
}

const epochMs = (time: string | Date): number =>
  typeof time === 'string' ? Date.parse(time) : time.getTime();
