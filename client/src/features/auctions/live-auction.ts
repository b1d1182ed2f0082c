import type { AuctionState, BidReceipt } from '@copup/shared/auctions.ts';
import { laterIn } from '../../lib/list-changes.ts';

/** The latest known state of an auction. */
export type LiveAuction = AuctionState;

/** The leading bid in a receipt, which is another player's if a maximum answered the user's bid. */
type LeadingBid = Pick<BidReceipt, 'current_seq' | 'currentBidAmount' | 'highestBidder' | 'endDate'>;

/**
 * Returns the newest state of: the room, the user's own receipt or refusal that arrived before the room's frame, and the first
 * read until the room's first reply. The higher bid number is newer. A refusal has only the price.
 */
export function newestState(
  read: LiveAuction,
  room: LiveAuction | undefined,
  receipt: LeadingBid | null,
  refusedAtPrice: number | null = null,
): LiveAuction {
  const known = withReceipt(room ?? read, receipt);
  if (refusedAtPrice === null || refusedAtPrice <= known.price || known.status !== 'active') return known;
  return { ...known, price: refusedAtPrice };
}

function withReceipt(known: LiveAuction, receipt: LeadingBid | null): LiveAuction {
  if (!receipt || receipt.current_seq <= known.seq || known.status !== 'active') return known;
  return {
    ...known,
    price: receipt.currentBidAmount,
    leader: receipt.highestBidder,
    profile: undefined,
    endDate: Math.max(known.endDate, Date.parse(receipt.endDate)),
    seq: receipt.current_seq,
  };
}

export type Phase = 'pending' | 'live' | 'closing' | 'completed' | 'unsold' | 'cancelled';

/**
 * closing: the time is over, but the server has not published the final state. An auction that ends unsold is also `cancelling`
 * while its entries are refunded; since it reached its end, it counts as closing.
 */
export function phaseOf({ status, endDate }: Pick<LiveAuction, 'status' | 'endDate'>, nowMs: number): Phase {
  if (status === 'active') return nowMs < endDate ? 'live' : 'closing';
  if (status === 'cancelling') return nowMs < endDate ? 'cancelled' : 'closing';
  return status;
}

/** Returns the cost of the next bid (A3). */
export const nextPriceOf = ({ price }: Pick<LiveAuction, 'price'>, increment: number) => price + increment;

/** A1. */
export const laterStatus = laterIn<AuctionState['status']>([
  'pending',
  'active',
  'cancelling',
  'completed',
  'unsold',
  'cancelled',
]);
