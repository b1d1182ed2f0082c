import type { Auction } from '@copup/shared/auctions.ts';
import { balanceOf, useBalance } from '../../../balance/use-balance.ts';
import { onDemand } from '../../../lib/on-demand.ts';
import { blockOf } from '../bid-guard.ts';
import { nextPriceOf } from '../live-auction.ts';
import type { LiveView } from '../use-live-auction.ts';

/** The coins that the user lacks for the next step. */
export interface Shortage {
  step: 'entry' | 'bid';
  needed: number;
  /** What counts for the step: bonus coins pay the entry only (L6). */
  has: number;
  bonus: number;
}

export const shortagePart = onDemand(() => import('./shortage-part.tsx'));

/** Returns null while the coins are enough, or not known. All derives from one state, so that it changes in one paint. */
export function useShortage(auction: Auction, live: LiveView): Shortage | null {
  const balance = useBalance();
  if (!balance) return null;
  const { available, bonus } = balance;
  const nextPrice = nextPriceOf(live.state, auction.bid_increment);
  const block = blockOf({ ...live, hasJoined: auction.joined, nextPrice, available });
  if (block === 'too-few-coins') return { step: 'bid', needed: nextPrice, has: available, bonus };
  const [needed, has] = [auction.entry_bid_points, balanceOf(balance)];
  return block === 'not-joined' && has < needed ? { step: 'entry', needed, has, bonus } : null;
}
