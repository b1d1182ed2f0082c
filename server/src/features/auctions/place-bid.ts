import type { BidReceipt } from '@copup/shared/auctions.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import type { PlacedBid } from './bid-batch.ts';
import type { BidLane } from './bid-lane.ts';
import type { BidCommand } from './bid-rules.ts';

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
  const outcome = await bids.submit(String(auctionId), command, receivedAtMs);
  invariant('bid' in outcome, 'a bid was answered like a maximum');
  return toReceipt(outcome);
}

/** Builds the receipt from the rows of its decision alone, so that it can be returned again (A7). */
function toReceipt({ bid, answer }: PlacedBid): BidReceipt {
  const leading = answer ?? bid;
  return {
    message: answer
      ? `Bid placed, but another player’s maximum is higher. The price is ${formatNumber(answer.price)}.`
      : 'Bid placed successfully!',
    id: bid.id,
    auction_id: bid.auctionId,
    seq: bid.seq,
    price_before: bid.priceBefore,
    price: bid.price,
    current_seq: leading.seq,
    currentBidAmount: leading.price,
    highestBidder: leading.username,
    currentBidder: leading.username,
    endDate: bid.endDateAfter.toISOString(),
    serverTime: bid.at.toISOString(),
    chain_head: bid.hash.toString('hex'),
  };
}
