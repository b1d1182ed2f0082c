import type { BidReceipt } from '@copup/shared/auctions.ts';
import type { Deps } from '../../deps.ts';
import type { BidLane } from './bid-lane.ts';
import type { BidCommand } from './bid-rules.ts';
import type { BidRow } from './bids.queries.ts';

export type PlaceBidDeps = Pick<Deps, 'newId'> & { bids: BidLane };

/**
 * Bids the next price (A3 to A7). Resolves with the receipt once the bid is committed; the same key returns the first
 * receipt again. Rejects with a Refusal, of which only OUTCOME_UNKNOWN leaves open whether the bid was made. The route
 * checks that the viewer is not an operator. `receivedAtMs` is when the request arrived, epoch milliseconds of this
 * server.
 */
export async function placeBid(
  { newId, bids }: PlaceBidDeps,
  auctionId: number,
  { viewer, key, maxBidPoints }: Omit<BidCommand, 'id'>,
  receivedAtMs: number,
): Promise<BidReceipt> {
  const command = { id: newId(), viewer, key, maxBidPoints };
  return toReceipt(await bids.submit(String(auctionId), command, receivedAtMs));
}

/** Builds the receipt from the bid's row alone, so that it can be returned again (A7). */
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
