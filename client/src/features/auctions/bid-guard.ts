import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import type { Phase } from './live-auction.ts';

/** Why Place Bid does nothing now, or that it bids. */
export type BidBlock =
  | 'none'
  | 'not-joined'
  | 'not-active'
  | 'closing'
  | 'over'
  | 'stale'
  | 'leading'
  | 'above-ceiling'
  | 'too-few-coins';

export interface BidSituation {
  phase: Phase;
  /** The price shown is the server's present one. */
  isLive: boolean;
  hasJoined: boolean;
  isLeading: boolean;
  nextPrice: number;
  /** "Up to", the player's own; null for exactly the price on the button. */
  ceiling: number | null;
  /** Coins that can be bid; null while not known, which never blocks. */
  available: number | null;
}

/** A4: what stands in the way of a bid, the most telling reason first. The server decides all of it again. */
export function blockOf(bid: BidSituation): BidBlock {
  if (bid.phase === 'pending') return bid.hasJoined ? 'not-active' : 'not-joined';
  if (bid.phase === 'closing') return 'closing';
  if (bid.phase !== 'live') return 'over';
  if (!bid.hasJoined) return 'not-joined';
  if (!bid.isLive) return 'stale';
  if (bid.isLeading) return 'leading';
  if (bid.ceiling !== null && bid.ceiling < bid.nextPrice) return 'above-ceiling';
  if (bid.available !== null && bid.available < bid.nextPrice) return 'too-few-coins';
  return 'none';
}

/** What goes as maxBidPoints: the price painted when the finger went down, or the ceiling where it is higher. */
export function guardPrice(paintedPrice: number, ceiling: number | null): number {
  return Math.max(paintedPrice, ceiling ?? 0);
}

/** A ceiling as typed: whole coins above nothing, or null for none. Undefined is no number of coins. */
export function parseCeiling(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const coins = parseWholeNumber(text);
  return coins !== undefined && coins >= 1 && coins <= MAX_AMOUNT ? coins : undefined;
}
