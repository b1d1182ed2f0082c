import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
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
  | 'above-ceiling'
  | 'too-few-coins';

export interface BidSituation {
  phase: Phase;
  /** Whether the displayed price is the server's current one. */
  isLive: boolean;
  hasJoined: boolean;
  isLeading: boolean;
  nextPrice: number;
  /** The player's own limit ("Up to"); null for the price on the button. */
  ceiling: number | null;
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
  if (bid.ceiling !== null && bid.ceiling < bid.nextPrice) return 'above-ceiling';
  if (bid.available !== null && bid.available < bid.nextPrice) return 'too-few-coins';
  return 'none';
}

/** Returns maxBidPoints: the price displayed at pointer down, or the ceiling if it is higher. */
export function guardPrice(paintedPrice: number, ceiling: number | null): number {
  return Math.max(paintedPrice, ceiling ?? 0);
}

/** Parses a ceiling: whole coins above 0, null for empty input, undefined for invalid input. */
export function parseCeiling(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const coins = parseWholeNumber(text);
  return coins !== undefined && coins >= 1 && coins <= MAX_AMOUNT ? coins : undefined;
}
