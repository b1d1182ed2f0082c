import type { AuctionState, BidReceipt } from '@copup/shared/auctions.ts';

/** What is true of an auction now, by whoever knows best. */
export type LiveAuction = AuctionState;

/**
 * The newest of: the room, an own receipt or refusal that came before the room's frame, and the first read until the
 * room has answered. Bids are numbered, so the higher number is the later truth. A refusal names the price alone.
 */
export function newestState(
  read: LiveAuction,
  room: LiveAuction | undefined,
  receipt: Pick<BidReceipt, 'seq' | 'price' | 'highestBidder' | 'endDate'> | null,
  refusedAtPrice: number | null = null,
): LiveAuction {
  const known = withReceipt(room ?? read, receipt);
  if (refusedAtPrice === null || refusedAtPrice <= known.price || known.status !== 'active') return known;
  return { ...known, price: refusedAtPrice };
}

function withReceipt(
  known: LiveAuction,
  receipt: Pick<BidReceipt, 'seq' | 'price' | 'highestBidder' | 'endDate'> | null,
): LiveAuction {
  if (!receipt || receipt.seq <= known.seq || known.status !== 'active') return known;
  return {
    ...known,
    price: receipt.price,
    leader: receipt.highestBidder,
    profile: undefined,
    endDate: Math.max(known.endDate, Date.parse(receipt.endDate)),
    seq: receipt.seq,
  };
}

export type Phase = 'pending' | 'live' | 'closing' | 'completed' | 'unsold' | 'cancelled';

/**
 * closing: the time is over, the server's last word is still to come. An auction that ends unsold is `cancelling` too
 * while its entries are refunded; it came to its end, so it waits for the last word.
 */
export function phaseOf({ status, endDate }: Pick<LiveAuction, 'status' | 'endDate'>, nowMs: number): Phase {
  if (status === 'active') return nowMs < endDate ? 'live' : 'closing';
  if (status === 'cancelling') return nowMs < endDate ? 'cancelled' : 'closing';
  return status;
}

/** What the next bid costs (A3). */
export const nextPriceOf = ({ price }: Pick<LiveAuction, 'price'>, increment: number) => price + increment;

const order: AuctionState['status'][] = [
  'pending',
  'active',
  'cancelling',
  'completed',
  'unsold',
  'cancelled',
];

/** Of two words on an auction the later one: a status never goes back (A1). */
export function laterStatus(
  a: AuctionState['status'],
  b: AuctionState['status'] | undefined,
): AuctionState['status'] {
  return b !== undefined && order.indexOf(b) > order.indexOf(a) ? b : a;
}
