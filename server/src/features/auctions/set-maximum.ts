import type { MaximumReply } from '@copup/shared/auctions.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { invariant } from '../../errors.ts';
import type { MaximumCommand } from './bid-rules.ts';
import type { MaximumRow } from './maximums.queries.ts';
import type { PlaceBidDeps } from './place-bid.ts';

/**
 * Sets or withdraws the caller's own maximum (A13), in the auction's lane. Resolves once it is committed; the same key
 * returns the first reply again. Rejects as `placeBid` does.
 */
export async function setMaximum(
  { newId, bids }: PlaceBidDeps,
  auctionId: number,
  { viewer, key, maximum }: Omit<MaximumCommand, 'id'>,
  receivedAtMs: number,
): Promise<MaximumReply> {
  const outcome = await bids.submit(String(auctionId), { id: newId(), viewer, key, maximum }, receivedAtMs);
  invariant('maximum' in outcome, 'a maximum was answered like another command');
  return toReply(outcome);
}

/** Builds the reply from values that never change, so that it can be returned again (P6). */
function toReply(row: MaximumRow): MaximumReply {
  // A maximum that was passed at once holds nothing; `ended` may be newer than the reply.
  const maximum = row.heldAfter === 0 ? null : row.maximum;
  return {
    message: messageOf(row),
    id: row.id,
    auction_id: row.auctionId,
    maxBidPoints: maximum,
    held: row.heldAfter,
    bid_seq: row.bidSeq,
    seq: row.seqAfter,
    currentBidAmount: row.priceAfter,
    highestBidder: row.leaderUsername,
    currentBidder: row.leaderUsername,
    endDate: row.endDateAfter.toISOString(),
    serverTime: row.at.toISOString(),
    chain_head: row.hashAfter.toString('hex'),
  };
}

function messageOf({ maximum, heldAfter, priceAfter }: MaximumRow): string {
  if (maximum === null) return 'Your maximum is withdrawn.';
  if (heldAfter === 0) {
    return `Another player’s maximum is higher. The price is ${formatNumber(priceAfter)}.`;
  }
  return `Bidding up to ${formatNumber(maximum)} for you.`;
}
