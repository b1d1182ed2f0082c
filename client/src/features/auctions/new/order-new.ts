import type { Auction } from '@copup/shared/auctions.ts';

/** Returns upcoming auctions, soonest first, and running ones, latest first, without ended ones. */
export function orderNew<Some extends Pick<Auction, 'status' | 'starts_at' | 'id'>>(
  auctions: readonly Some[],
): { coming: Some[]; running: Some[] } {
  const startOf = (auction: Some) => Date.parse(auction.starts_at);
  return {
    coming: auctions
      .filter(({ status }) => status === 'pending')
      .sort((a, b) => startOf(a) - startOf(b) || a.id - b.id),
    running: auctions
      .filter(({ status }) => status === 'active')
      .sort((a, b) => startOf(b) - startOf(a) || b.id - a.id),
  };
}
