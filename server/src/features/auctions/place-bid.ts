import type { BidReceipt } from '@copup/shared/auctions.ts';
import type { Deps } from '../../deps.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { type BidLaneDeps, bidLane } from './bid-lane.ts';
import type { BidRow } from './bids.queries.ts';

export interface PlaceBid {
  auctionId: number;
  /** Not an operator: the route sees to that (A3). */
  viewer: Pick<Viewer, 'userId' | 'username' | 'profile' | 'realm'>;
  /** P6: the Idempotency-Key. */
  key: string | undefined;
  /** A4: refuse above this price. */
  maxBidPoints: number | undefined;
  /** When the request came in, epoch milliseconds of this server. */
  receivedAtMs: number;
}

/**
 * Bids the next price (A3 to A7). Resolves with the receipt once the bid is committed; the same key gives the first
 * receipt again. Rejects with a Refusal; of those only OUTCOME_UNKNOWN leaves open whether the bid was made.
 */
export async function placeBid(
  deps: BidLaneDeps & Pick<Deps, 'newId'>,
  { auctionId, viewer, key, maxBidPoints, receivedAtMs }: PlaceBid,
): Promise<BidReceipt> {
  const bid = await bidLane(deps).submit(
    String(auctionId),
    {
      id: deps.newId(),
      userId: viewer.userId,
      username: viewer.username,
      profile: viewer.profile,
      realm: viewer.realm,
      key,
      maxBidPoints,
    },
    receivedAtMs,
  );
  return toReceipt(bid);
}

/** A7. Made of the bid's row alone, so that it can be given again. */
function toReceipt(bid: BidRow): BidReceipt {
  return {
    message: 'Bid placed successfully!',
    id: bid.id,
    auction_id: bid.auctionId,
    seq: bid.seq,
    price_before: bid.priceBefore,
    price: bid.price,
    currentBidAmount: bid.price,
    highestBidder: bid.username,
    currentBidder: bid.username,
    endDate: bid.endDateAfter.toISOString(),
    serverTime: bid.at.toISOString(),
    chain_head: bid.hash.toString('hex'),
  };
}
