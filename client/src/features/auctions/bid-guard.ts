import type { Phase } from './live-auction.ts';

/** Why Place Bid is blocked, or 'none'. */
export type BidBlock =
  | 'none'
  | 'not-joined'
  | 'not-active'
  | 'closing'
  | 'over'
  | 'stale'
  | 'leading'
  | 'too-few-coins';

export interface BidSituation {
  phase: Phase;
  /** Whether the displayed price is the server's current one. */
  isLive: boolean;
  hasJoined: boolean;
  isLeading: boolean;
  nextPrice: number;
  /** Coins that can be bid; null before they are loaded, which never blocks. */
  available: number | null;
}

/** A4: returns why a bid is blocked, the most helpful reason first. The server checks everything again. */
export function blockOf(bid: BidSituation): BidBlock {
  if (bid.phase === 'pending') return bid.hasJoined ? 'not-active' : 'not-joined';
  if (bid.phase === 'closing') return 'closing';
  if (bid.phase !== 'live') return 'over';
  if (!bid.hasJoined) return 'not-joined';
  if (!bid.isLive) return 'stale';
  if (bid.isLeading) return 'leading';
  if (bid.available !== null && bid.available < bid.nextPrice) return 'too-few-coins';
  return 'none';
}
