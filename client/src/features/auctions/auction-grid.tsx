import type { Auction } from '@copup/shared/auctions.ts';
import { Skeletons } from '../../ui/states.tsx';
import { AuctionCard } from './auction-card.tsx';

const grid = 'grid gap-2.5 lg:grid-cols-3 lg:gap-5';

/** Auctions as cards; undefined while they are read. */
export function AuctionGrid({ auctions }: { auctions: readonly Auction[] | undefined }) {
  if (!auctions)
    return (
      <div className={grid}>
        <Skeletons text="Loading auctions..." count={3} className="h-50 lg:h-95 rounded-[24px]!" />
      </div>
    );
  if (auctions.length === 0) return null;
  return (
    <div className={grid}>
      {auctions.map((auction) => (
        <AuctionCard key={auction.id} auction={auction} />
      ))}
    </div>
  );
}
