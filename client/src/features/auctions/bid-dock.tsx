import type { Auction } from '@copup/shared/auctions.ts';
import { coinsAre, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { userRoom } from '@copup/shared/room-names.ts';
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onDemand } from '../../lib/on-demand.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { shortcutOf } from '../../lib/shortcuts.ts';
import { useRoom } from '../../realtime/index.ts';
import { BidButton } from '../../ui/bid-button.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { GuardLine, GuardMoved, GuardOn, WaitingForPrice } from '../../ui/price-guard.tsx';
import { type BidBlock, blockOf } from './bid-guard.ts';
import { Dock } from './dock.tsx';
import { FirstBidHint } from './joined-note.tsx';
import { nextPriceOf } from './live-auction.ts';
import { PayEntryButton } from './pay-entry-button.tsx';
import { type Shortage, shortagePart } from './shortage/use-shortage.ts';
import type { Bidding } from './use-bid.ts';
import type { LiveView } from './use-live-auction.ts';

interface BidDockProps {
  auction: Auction;
  live: LiveView;
  bidding: Bidding;
  /** Coins that can be bid, if known. */
  available: number | null;
  /** What the user lacks; null while the coins are enough. */
  shortage: Shortage | null;
  /** Whether the user has just joined. */
  isFirst: boolean;
}

const guardId = 'price-guard';

/** The available action: the line of the price guard, and one gold button below it. */
export function BidDock({ auction, live, bidding, available, shortage, isFirst }: BidDockProps) {
  const { price } = live.state;
  const nextPrice = nextPriceOf(live.state, auction.bid_increment);
  const block = blockOf({ ...live, hasJoined: auction.joined, nextPrice, available });
  const isReady = block === 'none';
  const isLeading = block === 'leading';
  const hasPriceMoved = bidding.movedTo !== null && isReady;
  const { own, passed, forget } = useOwnMaximum(auction.id, isLeading);
  useBidShortcut();
  const { isFormOpen, setIsFormOpen, opener } = useMaximumForm();
  const maximum = maximumPart.use(isFormOpen || own !== null || passed !== null);
  const lacking = shortagePart.use(shortage !== null);
  const mayBidUpTo = isLeading || (isReady && !hasPriceMoved);
  // One gold button at a time: the form has its own.
  const isFormShown = maximum !== undefined && mayBidUpTo && isFormOpen;
  return (
    <Dock>
      <div className="mb-1 flex min-h-8.5 flex-wrap items-center justify-between gap-x-3 text-xs">
        <GuardLine id={guardId} isLeading={isLeading}>
          {maximum && isReady && passed !== null ? <maximum.MaximumPassed passed={passed} /> : null}
          {maximum && isLeading && own !== null ? (
            <maximum.BiddingUpTo own={own} price={price} />
          ) : hasPriceMoved ? (
            <GuardMoved />
          ) : isFormShown ? (
            'You pay the price, never more than your maximum.'
          ) : (
            guardLine({ block, price, entryFee: auction.entry_bid_points, nextPrice, available })
          )}
        </GuardLine>
        {mayBidUpTo && !isFormOpen ? (
          <MaximumOpener ref={opener} own={own} onClick={() => setIsFormOpen(true)} />
        ) : null}
      </div>
      {maximum && isFormShown ? (
        <maximum.MaximumForm
          auctionId={auction.id}
          {...{ isLeading, price, nextPrice, own, available }}
          onClose={(isWithdrawn) => {
            setIsFormOpen(false);
            if (isWithdrawn) forget();
          }}
        />
      ) : null}
      {isFirst && isReady && !live.hasBid ? <FirstBidHint price={nextPrice} /> : null}
      {block === 'not-joined' && !(lacking && shortage) ? (
        <PayEntryButton id={auction.id} fee={auction.entry_bid_points} size="lg" className="w-full" />
      ) : null}
      {lacking && shortage ? (
        <lacking.GetCoins {...shortage} />
      ) : block === 'stale' ? (
        <WaitingForPrice describedBy={guardId} />
      ) : isFormShown || block === 'not-joined' ? null : (
        <div className="flex items-center gap-2">
          {hasPriceMoved ? (
            <Button onClick={bidding.dismissMoved} className="shrink-0">
              Not now
            </Button>
          ) : null}
          <BidButton
            price={nextPrice}
            disabled={!isReady}
            isBusy={bidding.isBusy}
            success={live.moments.success?.text}
            describedBy={guardId}
            onBid={(paintedPrice) => {
              forget();
              bidding.bid(paintedPrice);
            }}
          />
        </div>
      )}
    </Dock>
  );
}

/** The form for a maximum; the focus returns to its opener. */
function useMaximumForm() {
  const [isFormOpen, setIsFormOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isFormOpen) opener.current?.focus({ preventScroll: true });
    wasOpen.current = isFormOpen;
  }, [isFormOpen]);
  return { isFormOpen, setIsFormOpen, opener };
}

interface MaximumOpenerProps {
  ref: Ref<HTMLButtonElement>;
  own: number | null;
  onClick: () => void;
}

function MaximumOpener({ own, ...rest }: MaximumOpenerProps) {
  return (
    <button {...rest} type="button" className="-my-1.5 min-h-tap shrink-0 text-sm font-semibold text-brand">
      {own === null ? 'Bid up to…' : 'Change'}
    </button>
  );
}

/** Replaces the button once the auction has its result. */
export function OverDock({ isMine }: { isMine: boolean }) {
  return (
    <Dock>
      {isMine ? (
        <ButtonLink to={paths.cart} className="w-full">
          Go to cart
        </ButtonLink>
      ) : (
        <ButtonLink look="line" to={paths.auctions} className="w-full">
          See what’s live
        </ButtonLink>
      )}
    </Dock>
  );
}

interface Situation {
  block: BidBlock;
  price: number;
  entryFee: number;
  nextPrice: number;
  available: number | null;
}

function guardLine({ block, price, entryFee, nextPrice, available }: Situation): ReactNode {
  switch (block) {
    case 'none':
      return <GuardOn price={nextPrice} />;
    case 'not-joined':
      return entryFee === 0 ? 'Join free to bid.' : 'Pay the entry fee once to bid.';
    case 'not-active':
      return 'Auction is not yet active';
    case 'closing':
      return 'Time is up. Waiting for the result.';
    case 'over':
      return 'This auction is over.';
    case 'stale':
      return 'Waiting for the live price. No bid is sent until then.';
    case 'leading':
      return (
        <>
          <b className="font-semibold text-ink">You’re in the lead.</b> {coinsAre(price)} held for this bid.
        </>
      );
    case 'too-few-coins':
      return `You need ${inCoins(nextPrice - (available ?? 0), 'more')} to bid.`;
  }
}

/** The key B moves the focus to Place Bid without pressing it. */
function useBidShortcut(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (shortcutOf(event) === 'b') document.querySelector<HTMLElement>('[data-bid-button]')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** What the dock shows of the user's own maximum. */
const maximumPart = onDemand(() => import('./maximum/maximum-part.tsx'));

interface OwnMaximum {
  /** The maximum in force; null without one. */
  own: number | null;
  /** The maximum that another player's bid exceeded while the page was open. */
  passed: number | null;
  /** Stops showing `passed`, after a withdrawal or another bid. */
  forget: () => void;
}

/** Returns the user's own maximum in an auction, from the user's own room (A13). */
function useOwnMaximum(auctionId: number, isLeading: boolean): OwnMaximum {
  const { state } = useRoom<'user'>(userRoom(useSignedInUser().id));
  const own = state?.maximums?.find(({ auction }) => auction === auctionId)?.coins ?? null;
  const [last, setLast] = useState<number | null>(null);
  if (own !== null && own !== last) setLast(own);
  return { own, passed: own === null && !isLeading ? last : null, forget: () => setLast(null) };
}
