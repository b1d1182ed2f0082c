import type { Auction } from '@copup/shared/auctions.ts';
import { memo, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { lazyOrNothing } from '../../lib/lazy-or-nothing.ts';
import { isThrifty } from '../../lib/thrift.ts';
import { classNames } from '../../ui/class-names.ts';
import { CurrentBidder, LeadAnnouncer } from '../../ui/current-bidder.tsx';
import { PriceTicker } from '../../ui/price-ticker.tsx';
import { TimeAnnouncer } from './auction-ring.tsx';
import { AuctionStage } from './auction-stage.tsx';
import { BidDock, OverDock } from './bid-dock.tsx';
import { BidStreamList } from './bid-stream-list.tsx';
import { JoinedNote } from './joined-note.tsx';
import { ended, info, lastSeconds, lastTen } from './moments/index.ts';
import { coinsBack } from './moments.ts';
import { shortagePart, useShortage } from './shortage/use-shortage.ts';
import { StaleNote } from './stale-note.tsx';
import { type Arrival, useArrival } from './use-arrival.ts';
import { type Bidding, useBid } from './use-bid.ts';
import { type LiveView, useLiveAuction } from './use-live-auction.ts';

const Offers = lazyOrNothing(async () => memo((await import('./offers/auction-offers.tsx')).AuctionOffers));
const Corrections = lazyOrNothing(
  async () => (await import('../../corrections/correction-card.tsx')).CorrectionCard,
);

interface AuctionScreenProps {
  auction: Auction;
  /** Coins that the user can bid; null before they are loaded. */
  available: number | null;
  onNotJoined: () => void;
}

/** A live auction: the stage with the ring, and the sheet with price, bids and the button. */
export function AuctionScreen({ auction, available, onNotJoined }: AuctionScreenProps) {
  const bidding = useBid(auction.id, onNotJoined);
  const live = useLiveAuction(auction, bidding);
  const arrival = useArrival(auction);
  const { username, state, phase, nowMs, moments, isOver, isLeading, isWon, hasBid, isOutbid } = live;
  usePrefetchMoments(live.isLive && phase === 'live', live.left);
  const hot = lastTen.use(live.left > 0 && live.left <= lastSeconds && !live.isStale);
  const [isFresh] = useState(!isOver);
  const [isEndClosed, setIsEndClosed] = useState(false);
  const loadedEnd = ended.use(isOver && !isEndClosed);
  // Rendered in parts after the final state, because both at once would block a slow phone.
  const deferredEnd = useDeferredValue(loadedEnd);
  const end = loadedEnd && deferredEnd;
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const sheet = info.use(isInfoOpen);
  const onInfo = () => setIsInfoOpen(true);
  return (
    <>
      {isWon && end ? null : (
        <div className="lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_440px]">
          <AuctionStage
            {...{ auction, phase, nowMs, isWon, hot }}
            isOffline={live.isOffline}
            endsAtMs={state.endDate}
            left={live.left}
            hardEndMs={state.hardEnd}
            isEstimated={live.isStale}
            isBidder={hasBid}
            late={moments.late}
            isLateNow={moments.isLateNow}
            flash={moments.success?.seq ?? (arrival.joinedFor === null ? 0 : joinFlash)}
          />
          <BidSheet {...{ auction, live, bidding, available, hot, onInfo, onNotJoined, arrival }} />
        </div>
      )}
      {end ? (
        <end.Ended
          {...{ auction, phase, state, username, hasBid, available, isFresh, onInfo }}
          ownCoins={live.ownCoins}
          onClose={() => setIsEndClosed(true)}
        />
      ) : null}
      {sheet ? (
        <sheet.InfoSheet
          {...{ state, isOver, nowMs }}
          auctionId={auction.id}
          heads={bidding.heads}
          onClose={() => setIsInfoOpen(false)}
        />
      ) : null}
      <TimeAnnouncer phase={phase} left={live.left} />
      <LeadAnnouncer isMe={isLeading && !isOver} isOutbid={isOutbid && !isOver} />
    </>
  );
}

/** Flashes the ring once after the entry. No bid has this number. */
const joinFlash = Number.MAX_SAFE_INTEGER;

interface BidSheetProps extends AuctionScreenProps {
  arrival: Arrival;
  live: LiveView;
  bidding: Bidding;
  /** The screen of the last ten seconds, during them. */
  hot: ReturnType<typeof lastTen.use>;
  onInfo: () => void;
}

/** The price, who leads, the bids and the button. */
function BidSheet(props: BidSheetProps) {
  const { auction, live, bidding, available, hot, onInfo, onNotJoined, arrival } = props;
  const { state, moments, isOver } = live;
  const isShort = hot !== undefined && live.hasBid;
  const lack = useShortage(auction, live);
  const shortage = arrival.isPending ? null : lack;
  const lacking = shortagePart.use(shortage !== null);
  return (
    <div
      className={classNames(
        'relative z-2 -mt-4 grid min-h-105 grid-cols-[minmax(0,1fr)] content-start gap-2.5 rounded-t-xl bg-canvas px-4 pt-3 pb-[14rem] lg:mt-0 lg:flex lg:min-h-dvh lg:flex-col lg:gap-4 lg:rounded-none lg:p-8 lg:pt-7',
        hot && 'max-lg:animate-hot-sheet',
      )}
    >
      {live.isStale && !isOver ? <StaleNote live={live} /> : null}
      {live.hasBid || isOver ? null : <JoinedNote joinedFor={arrival.joinedFor} gift={arrival.gift} />}
      <PriceTicker
        price={state.price}
        hasBids={state.leader !== null}
        isOver={isOver}
        ageS={live.ageS}
        worth={auction.price}
        isJolted={moments.isJolted}
      >
        {isShort ? <hot.Standing isLeading={live.isLeading} /> : null}
      </PriceTicker>
      <Bidder live={live} isShort={isShort} />
      {lacking && shortage && !isShort ? <lacking.ShortageCard {...shortage} /> : null}
      {auction.joined && !isOver && state.price === 0 ? (
        <Suspense fallback={null}>
          <Corrections kind="auction" id={auction.id} onChanged={onNotJoined} />
        </Suspense>
      ) : null}
      {hot && moments.late ? <hot.LateNote late={moments.late} /> : null}
      <BidStreamList live={live} isShort={isShort} onInfo={onInfo} />
      {isOver || isShort ? null : (
        <div className="flex min-h-tap flex-wrap items-center gap-2.5">
          <Suspense fallback={null}>
            <Offers auction={auction} />
          </Suspense>
        </div>
      )}
      {auction.description ? (
        <section>
          <h2 className="text-ctl">About</h2>
          <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere text-ink-2">{auction.description}</p>
        </section>
      ) : null}
      {isOver ? (
        <OverDock isMine={live.isWon} />
      ) : (
        <BidDock {...{ auction, live, bidding, available, shortage }} isFirst={arrival.joinedFor !== null} />
      )}
    </div>
  );
}

function Bidder({ live, isShort }: { live: LiveView; isShort: boolean }) {
  const { state, isOver, phase } = live;
  if (isShort)
    return (
      <section aria-label="Current bidder" className="sr-only">
        <p>{state.leader}</p>
      </section>
    );
  return (
    <CurrentBidder
      leader={state.leader}
      picture={state.profile}
      isMe={live.isLeading}
      isOutbid={live.isOutbid}
      coinsBack={coinsBack(live.ownCoins)}
      hasBid={live.hasBid}
      outcome={isOver ? (phase === 'completed' ? 'sold' : 'unsold') : null}
      ageS={live.ageS}
    />
  );
}

/** The page has then painted its first update, and its other files have been loaded. */
const restMs = 4_000;
/** From this on the last seconds and the end come soon. */
const soonS = 30;

/**
 * Loads the screens of the coming moments before they are needed: some seconds after the first update, at once if the end is near,
 * and with Save-Data not before that.
 */
function usePrefetchMoments(isLive: boolean, left: number): void {
  const isSoon = isLive && left <= soonS;
  useEffect(() => {
    if (!isLive || (isThrifty() && !isSoon)) return;
    const timer = setTimeout(
      () => {
        void lastTen.prefetch();
        void ended.prefetch();
        if (!isThrifty()) void info.prefetch();
      },
      isSoon ? 0 : restMs,
    );
    return () => clearTimeout(timer);
  }, [isLive, isSoon]);
}
