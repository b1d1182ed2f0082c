import type { Auction } from '@copup/shared/auctions.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { Suspense, useState } from 'react';
import { lazyOrNothing } from '../../../lib/lazy-or-nothing.ts';
import { useConnection } from '../../../realtime/index.ts';
import { Button } from '../../../ui/button.tsx';
import type { LiveAuction, Phase } from '../live-auction.ts';

/** Loaded when it is opened; without its script nothing is shown, and no coins move. */
const Sheet = lazyOrNothing(async () => (await import('./buy-now-sheet.tsx')).BuyNowSheet);

interface BuyNowButtonProps {
  auction: Auction;
  state: Pick<LiveAuction, 'leader' | 'seq'>;
  phase: Phase;
}

/** A13: offers the item at its buy-now price to players who joined, until the first bid of any player. */
export function BuyNowButton({ auction, state, phase }: BuyNowButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isOffline = useConnection() === 'offline';
  const price = auction.buy_now_points;
  if (price === null) return null;
  const isOffered = phase === 'live' && state.seq === 0 && state.leader === null && auction.joined;
  return (
    <>
      {isOffered ? (
        <Button
          look="line"
          size="sm"
          disabled={isOffline}
          onClick={() => setIsOpen(true)}
          className="ml-auto"
        >
          Buy now · {formatNumber(price)}
        </Button>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <Sheet auction={auction} price={price} isOffered={isOffered} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
