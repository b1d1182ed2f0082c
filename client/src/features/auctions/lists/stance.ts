import type { Auction, AuctionState, JoinedAuction } from '@copup/shared/auctions.ts';

/** The facts of an auction that both lists have. */
export type ListedAuction = Pick<JoinedAuction, keyof Auction & keyof JoinedAuction>;

/** How the user stands in a live auction. entered: the entry is paid, without a bid. open: without an entry. */
export type Stance = 'outbid' | 'leading' | 'entered' | 'open';

/** Returns how the user stands. A user who has bid and does not lead was outbid. */
export function stanceOf(
  { leader }: Pick<AuctionState, 'leader'>,
  { joined, ownBid }: { joined: boolean; ownBid: number | null },
  username: string,
): Stance {
  if (leader === username) return 'leading';
  if (ownBid !== null) return 'outbid';
  return joined ? 'entered' : 'open';
}

const rank: Record<Stance, number> = { outbid: 0, leading: 1, entered: 2, open: 3 };

/** Orders what needs the user first: Outbid, Leading, Join, then the soonest end. */
export function compareStances(
  a: { stance: Stance; endDate: number; id: number },
  b: { stance: Stance; endDate: number; id: number },
): number {
  return rank[a.stance] - rank[b.stance] || a.endDate - b.endDate || a.id - b.id;
}

/** Returns by what a list orders an auction, as it was read. */
export const standingOf = (auction: Auction, username: string) => ({
  id: auction.id,
  endDate: Date.parse(auction.end_date),
  stance: stanceOf(
    { leader: auction.highest_bidder },
    { joined: auction.joined, ownBid: auction.own_bid },
    username,
  ),
});

/** Returns the share of the time that is left; in the last minute, of the minute. */
export function shareLeft({ starts_at }: Pick<Auction, 'starts_at'>, endMs: number, leftS: number): number {
  const wholeS = leftS <= 60 ? 60 : (endMs - Date.parse(starts_at)) / 1000;
  return Math.min(1, Math.max(0, leftS / wholeS));
}
