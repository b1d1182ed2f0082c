import type { Auction } from '@copup/shared/auctions.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatClock, formatMoment, spellDuration } from '../../lib/format-time.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { useConnection, useServerNow } from '../../realtime/index.ts';
import { CurrentBidder } from '../../ui/current-bidder.tsx';
import { LiveBadge, type LiveWord } from '../../ui/live-badge.tsx';
import { Note } from '../../ui/note.tsx';
import { PriceTicker } from '../../ui/price-ticker.tsx';
import { AuctionRing, TimeAnnouncer } from './auction-ring.tsx';
import { BidDock, OverDock } from './bid-dock.tsx';
import { blockOf, guardPrice } from './bid-guard.ts';
import { BidStreamList } from './bid-stream-list.tsx';
import { ChainCheck } from './chain-check.tsx';
import { CompletedModal } from './completed-modal.tsx';
import { newestState, nextPriceOf, type Phase, phaseOf } from './live-auction.ts';
import { useAuctionRoom, useReadState, useStaleSince } from './use-auction.ts';
import { useBid } from './use-bid.ts';
import { useBidStream } from './use-bid-stream.ts';

interface AuctionScreenProps {
  auction: Auction;
  /** Coins that the user can bid; null before they are loaded. */
  available: number | null;
  onNotJoined: () => void;
}

/** A live auction: the stage with the ring, and the sheet with price, bids and the button. */
export function AuctionScreen({ auction, available, onNotJoined }: AuctionScreenProps) {
  const { username } = useSignedInUser();
  const room = useAuctionRoom(auction.id);
  const connection = useConnection();
  const isOnline = useIsOnline();
  const nowMs = useServerNow();
  const bidding = useBid(auction.id, onNotJoined);
  const [ceiling, setCeiling] = useState<number | null>(null);

  // All displayed values derive from this one state, so that they change in one paint.
  const state = newestState(useReadState(auction), room.state, bidding.receipt, bidding.movedTo);
  const stream = useBidStream(room, state);
  const phase = phaseOf(state, nowMs);
  const isLive = room.status === 'live';
  // Before the first reply no displayed state can be old.
  const isStale = room.status === 'stale' || connection === 'stale' || connection === 'offline';
  const staleSinceMs = useStaleSince(!isStale);
  const ageS = staleSinceMs === null ? null : Math.max(0, Math.floor((nowMs - staleSinceMs) / 1000));
  const isLeading = state.leader === username;
  const hasBid = isLeading || bidding.receipt !== null || stream.some((bid) => bid.username === username);
  const nextPrice = nextPriceOf(state, auction.bid_increment);
  const block = blockOf({
    phase,
    isLive: isLive && !isStale,
    hasJoined: auction.joined,
    isLeading,
    nextPrice,
    ceiling,
    available,
  });
  const isOver = phase === 'completed' || phase === 'unsold' || phase === 'cancelled';
  useBidShortcut();

  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_440px]">
      <section
        aria-label="Auction"
        className="stage adire pb-11 [--moon-at:left_-120px_top_90px] lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:pb-10 lg:[--moon-at:left_-140px_bottom_-140px]"
      >
        <header className="flex min-h-15 items-center gap-2.5 px-4 pt-2 lg:px-8 lg:pt-5">
          <Link
            to={paths.auctions}
            aria-label="Back"
            className="inline-grid size-tap shrink-0 place-items-center rounded-md bg-white/12"
          >
            <ChevronLeft size={24} aria-hidden />
          </Link>
          <h1 className="min-w-0 flex-1 truncate text-[1.125rem] lg:text-xl">{auction.name}</h1>
          <LiveBadge word={wordOf(phase, isStale, connection === 'offline')} announces />
        </header>
        <AuctionRing
          name={auction.name}
          category={auction.category}
          image={auction.image}
          phase={phase}
          startsAtMs={Date.parse(auction.starts_at)}
          endsAtMs={state.endDate}
          nowMs={nowMs}
          isEstimated={isStale}
          isWon={phase === 'completed' && isLeading}
        />
        <TimeAnnouncer phase={phase} endsAtMs={state.endDate} nowMs={nowMs} />
      </section>

      <div className="relative z-2 -mt-4 grid min-h-105 grid-cols-[minmax(0,1fr)] content-start gap-3.5 rounded-t-xl bg-canvas px-4 pt-4.5 pb-56 lg:mt-0 lg:flex lg:min-h-dvh lg:flex-col lg:gap-4.5 lg:rounded-none lg:p-8">
        {isStale && !isOver ? (
          <Note look="offline" title={connection === 'offline' ? offlineTitle(isOnline) : 'Reconnecting.'}>
            This price is {spellDuration(ageS ?? 0)} old. Bidding opens again once the live price is back.
          </Note>
        ) : null}
        <PriceTicker
          price={state.price}
          hasBids={state.seq > 0}
          isOver={isOver}
          watchers={room.watchers}
          ageS={isStale && !isOver ? ageS : null}
        />
        <CurrentBidder
          leader={state.leader}
          picture={state.profile}
          isMe={isLeading}
          isOutbid={hasBid && !isLeading && state.leader !== null}
          outcome={isOver ? (phase === 'completed' ? 'sold' : 'unsold') : null}
          ageS={isStale && !isOver ? ageS : null}
        />
        {phase === 'live' ? (
          <p className="text-xs text-ink-3">
            Ends {formatMoment(state.endDate, nowMs)}. A late bid sets the clock back to 10 seconds, until{' '}
            {formatClock(state.hardEnd)} at the latest.
          </p>
        ) : null}
        <BidStreamList stream={stream} username={username} nowMs={nowMs} />
        <ChainCheck auctionId={auction.id} heads={bidding.heads} />
        {auction.description ? (
          <section>
            <h2 className="text-ctl">About</h2>
            <p className="mt-1 text-sm whitespace-pre-line text-ink-2">{auction.description}</p>
          </section>
        ) : null}
        {isOver ? (
          <OverDock isMine={phase === 'completed' && isLeading} />
        ) : (
          <BidDock
            auctionId={auction.id}
            entryFee={auction.entry_bid_points}
            block={block}
            nextPrice={nextPrice}
            available={available}
            ceiling={ceiling}
            onCeiling={setCeiling}
            isBusy={bidding.isBusy}
            hasPriceMoved={bidding.movedTo !== null}
            onDismissMoved={bidding.dismissMoved}
            onBid={(paintedPrice) => bidding.bid(guardPrice(paintedPrice, ceiling))}
          />
        )}
      </div>
      <Result key={String(isOver)} isOver={isOver}>
        {(close) => (
          <CompletedModal
            auction={auction}
            phase={phase}
            state={state}
            username={username}
            hasBid={hasBid}
            onClose={close}
          />
        )}
      </Result>
    </div>
  );
}

/** The result dialog: once closed it stays closed, so that the user can read and verify the bids. */
function Result({ isOver, children }: { isOver: boolean; children: (close: () => void) => ReactNode }) {
  const [isClosed, setIsClosed] = useState(false);
  return isOver && !isClosed ? children(() => setIsClosed(true)) : null;
}

function wordOf(phase: Phase, isStale: boolean, isOffline: boolean): LiveWord {
  if (phase === 'cancelled') return 'Cancelled';
  if (phase === 'completed' || phase === 'unsold') return 'Ended';
  if (isOffline) return 'Offline';
  if (isStale) return 'Reconnecting';
  if (phase === 'pending') return 'Starts soon';
  return phase === 'closing' ? 'Closing' : 'Live';
}

/** The key B moves the focus to Place Bid without pressing it. */
function useBidShortcut(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.key.toLowerCase() !== 'b' || event.ctrlKey || event.metaKey || event.altKey || isTyping)
        return;
      document.querySelector<HTMLElement>('[data-bid-button]')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
