import type { Auction } from '@copup/shared/auctions.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { phaseOf } from '../live-auction.ts';
import { useAuctionRoom, useReadState } from '../use-auction.ts';
import { BuyNowButton } from './buy-now-button.tsx';
import { WatchButton } from './watch-button.tsx';

/** On an open auction's page: the watchlist, and the purchase where it is offered. */
export function AuctionOffers({ auction }: { auction: Auction }) {
  const read = useReadState(auction);
  const state = useAuctionRoom(auction.id).state ?? read;
  const phase = phaseOf(state, useServerNow());
  return (
    <>
      {phase === 'live' || phase === 'pending' ? <WatchButton auction={auction} hasText /> : null}
      <BuyNowButton auction={auction} state={state} phase={phase} />
    </>
  );
}
