import type { Auction } from '@copup/shared/auctions.ts';
import { type ComponentType, lazy, Suspense, useDeferredValue, useState } from 'react';
import { spellDuration } from '../../lib/format-time.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { classNames } from '../../ui/class-names.ts';
import { CurrentBidder, LeadAnnouncer } from '../../ui/current-bidder.tsx';
import { Note } from '../../ui/note.tsx';
import { PriceTicker } from '../../ui/price-ticker.tsx';
import { TimeAnnouncer } from './auction-ring.tsx';
import { AuctionStage } from './auction-stage.tsx';
import { BidDock, OverDock } from './bid-dock.tsx';
import { blockOf } from './bid-guard.ts';
import { BidStreamList } from './bid-stream-list.tsx';
import { nextPriceOf } from './live-auction.ts';
import { ended, info, lastSeconds, lastTen } from './moments/index.ts';
import { coinsBack } from './moments.ts';
import { useBid } from './use-bid.ts';
import { useLiveAuction } from './use-live-auction.ts';
import { usePrefetchMoments } from './use-prefetch-moments.ts';

const Offers = lazy<ComponentType<{ auction: Auction }>>(() =>
  import('./offers/auction-offers.tsx').then(
    ({ AuctionOffers }) => ({ default: AuctionOffers }),
    // Without its script the page works, without the row.
    () => ({ default: () => null }),
  ),
);

const Corrections = lazy<ComponentType<{ kind: 'auction'; id: number; onChanged: () => void }>>(() =>
  import('../../corrections/correction-card.tsx').then(
    ({ CorrectionCard }) => ({ default: CorrectionCard }),
    () => ({ default: () => null }),
  ),
);

interface AuctionScreenProps {
  auction: Auction;
  /** Coins that the user can bid; null before they are loaded. */
  available: number | null;
  onNotJoined: () => void;
}

/** A live auction: the stage with the ring, and the sheet with price, bids and the button. */
export function AuctionScreen({ auction, available, onNotJoined }: AuctionScreenProps) {
  const isOnline = useIsOnline();
  const bidding = useBid(auction.id, onNotJoined);
  const live = useLiveAuction(auction, bidding);
  const { username, state, phase, nowMs, moments, isOver, isLeading, isWon, hasBid, isOutbid, ageS } = live;
  const nextPrice = nextPriceOf(state, auction.bid_increment);
  const block = blockOf({
    phase,
    isLive: live.isLive,
    hasJoined: auction.joined,
    isLeading,
    nextPrice,
    available,
  });

  usePrefetchMoments(live.isLive && phase === 'live', live.left);
  const hot = lastTen.use(live.left > 0 && live.left <= lastSeconds && !live.isStale);
  const isShort = hot !== undefined && hasBid;
  const [isFresh] = useState(!isOver);
  const [isEndClosed, setIsEndClosed] = useState(false);
  const loadedEnd = ended.use(isOver && !isEndClosed);
  // Rendered in parts after the final state, because both at once would block a slow phone.
  const deferredEnd = useDeferredValue(loadedEnd);
  const end = loadedEnd && deferredEnd;
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const sheet = info.use(isInfoOpen);

  const page = (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_440px]">
      <AuctionStage
        auction={auction}
        isOffline={live.isOffline}
        phase={phase}
        endsAtMs={state.endDate}
        left={live.left}
        hardEndMs={state.hardEnd}
        nowMs={nowMs}
        isEstimated={live.isStale}
        isWon={isWon}
        isBidder={hasBid}
        late={moments.late}
        isLateNow={moments.isLateNow}
        flash={moments.success?.seq ?? 0}
        hot={hot}
      />
      <div
        className={classNames(
          'relative z-2 -mt-4 grid min-h-105 grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-t-xl bg-canvas px-4 pt-4 pb-[14rem] lg:mt-0 lg:flex lg:min-h-dvh lg:flex-col lg:gap-4 lg:rounded-none lg:p-8 lg:pt-7',
          hot && 'max-lg:animate-hot-sheet',
        )}
      >
        {live.isStale && !isOver ? (
          <Note look="offline" title={live.isOffline ? offlineTitle(isOnline) : 'Reconnecting.'}>
            This price is {spellDuration(ageS ?? 0)} old. Bidding opens again once the live price is back.
          </Note>
        ) : null}
        <PriceTicker
          price={state.price}
          hasBids={state.leader !== null}
          isOver={isOver}
          watchers={live.watchers}
          ageS={ageS}
          worth={auction.price}
          isJolted={moments.isJolted}
        >
          {isShort ? <hot.Standing isLeading={isLeading} /> : null}
        </PriceTicker>
        {isShort ? (
          <section aria-label="Current bidder" className="sr-only">
            <p>{state.leader}</p>
          </section>
        ) : (
          <CurrentBidder
            leader={state.leader}
            picture={state.profile}
            isMe={isLeading}
            isOutbid={isOutbid}
            coinsBack={coinsBack(live.ownCoins)}
            hasBid={hasBid}
            outcome={isOver ? (phase === 'completed' ? 'sold' : 'unsold') : null}
            ageS={ageS}
          />
        )}
        {auction.joined && !isOver && state.price === 0 ? (
          <Suspense fallback={null}>
            <Corrections kind="auction" id={auction.id} onChanged={onNotJoined} />
          </Suspense>
        ) : null}
        {isOver || isShort ? null : (
          <div className="flex min-h-tap flex-wrap items-center gap-2.5">
            <Suspense fallback={null}>
              <Offers auction={auction} />
            </Suspense>
          </div>
        )}
        {hot && moments.late ? <hot.LateNote late={moments.late} /> : null}
        <BidStreamList
          stream={live.stream}
          username={username}
          nowMs={nowMs}
          hasBid={hasBid}
          isShort={isShort}
          onInfo={() => setIsInfoOpen(true)}
        />
        {auction.description ? (
          <section>
            <h2 className="text-ctl">About</h2>
            <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere text-ink-2">{auction.description}</p>
          </section>
        ) : null}
        {isOver ? (
          <OverDock isMine={isWon} />
        ) : (
          <BidDock
            auctionId={auction.id}
            entryFee={auction.entry_bid_points}
            block={block}
            price={state.price}
            nextPrice={nextPrice}
            available={available}
            isBusy={bidding.isBusy}
            isOutbid={isOutbid}
            success={moments.success?.text}
            hasPriceMoved={bidding.movedTo !== null}
            onDismissMoved={bidding.dismissMoved}
            onBid={bidding.bid}
          />
        )}
      </div>
    </div>
  );

  return (
    <>
      {isWon && end ? null : page}
      {end ? (
        <end.Ended
          auction={auction}
          phase={phase}
          state={state}
          username={username}
          hasBid={hasBid}
          ownCoins={live.ownCoins}
          available={available}
          isFresh={isFresh}
          onInfo={() => setIsInfoOpen(true)}
          onClose={() => setIsEndClosed(true)}
        />
      ) : null}
      {sheet ? (
        <sheet.InfoSheet
          auctionId={auction.id}
          state={state}
          isOver={isOver}
          nowMs={nowMs}
          heads={bidding.heads}
          onClose={() => setIsInfoOpen(false)}
        />
      ) : null}
      <TimeAnnouncer phase={phase} left={live.left} />
      <LeadAnnouncer isMe={isLeading && !isOver} isOutbid={isOutbid && !isOver} />
    </>
  );
}
