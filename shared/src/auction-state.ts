import type { Auction } from './auctions.ts';
import type { AuctionState } from './rooms.ts';

type Shown = Pick<Auction, 'status' | 'current_bid_amount' | 'highest_bidder' | 'seq'> & {
  end_date: string | Date;
  hard_end: string | Date;
  /** The leader's own picture. A reply of the API does not have it. */
  profile?: string | null;
};

/** What room auction:{id} shows of an auction (A9), whether the auction comes from a reply or from its row. */
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
