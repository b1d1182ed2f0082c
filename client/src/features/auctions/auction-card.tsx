import type { Auction } from '@copup/shared/auctions.ts';
import { formatNaira, formatNumber } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ArrowDown, Check, Crown, Ticket } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { formatMoment } from '../../lib/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LiveBadge, type LiveWord } from '../../ui/live-badge.tsx';
import { BiddingNaira, Coins } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.ts';
import { CardFrame } from './card-frame.tsx';
import { shortRemaining } from './lists/short-times.ts';
import { type CardView, useCard } from './lists/use-card.ts';
import { nextPriceOf, type Phase } from './live-auction.ts';
import { BuyNowButton } from './offers/buy-now-button.tsx';
import { WatchButton } from './offers/watch-button.tsx';
import { PayEntryButton, TooFew, useTooFew } from './pay-entry-button.tsx';
import { useNearScreen } from './use-near-screen.ts';

const words: Record<Phase, LiveWord> = {
  pending: 'Starts soon',
  live: 'Live',
  closing: 'Closing',
  completed: 'Ended',
  unsold: 'Ended',
  cancelled: 'Cancelled',
};

/** A featured auction. While it is near the screen, its price and end are live. */
export function AuctionCard({ auction }: { auction: Auction }) {
  const [card, isNear] = useNearScreen<HTMLElement>();
  const view = useCard(auction, isNear);
  const { state, phase, left, nowMs, watchers, stance } = view;
  const navigate = useNavigate();
  const path = pathTo(paths.auction, auction.id);
  const isOpen = phase === 'pending' || phase === 'live';

  const bid = () => {
    if (phase === 'live' || phase === 'closing') void navigate(path);
    else if (phase === 'pending') toast.error('Auction is not yet active');
    else toast.error('This auction is not currently active.');
  };

  return (
    <article ref={card} aria-label={auction.name} className="relative">
      <CardFrame
        name={auction.name}
        title={
          <Link to={path} className="hover:underline">
            {auction.name}
          </Link>
        }
        category={auction.category}
        image={auction.image}
        badge={<LiveBadge word={words[phase]} />}
        time={timeText(phase, left, Date.parse(auction.starts_at), nowMs)}
        isHot={phase === 'live' && left < 60}
        watchers={phase === 'live' ? watchers : 0}
        facts={<Price price={state.price} hasBids={state.seq > 0} isOpen={isOpen} worth={auction.price} />}
        status={isOpen ? <Standing auction={auction} view={view} /> : null}
        actions={
          <>
            {auction.joined || !isOpen ? (
              <Button
                look={phase === 'live' && stance !== 'leading' ? 'ink' : 'line'}
                onClick={bid}
                className="col-span-full"
              >
                Place Bid
              </Button>
            ) : (
              <>
                <PayEntryButton id={auction.id} fee={auction.entry_bid_points} disabled={!isOpen} />
                <Button onClick={bid}>Place Bid</Button>
              </>
            )}
            <BuyNowButton auction={auction} state={state} phase={phase} className="col-span-full" />
          </>
        }
      />
      {isOpen ? <WatchButton auction={auction} className="absolute top-13 right-3" /> : null}
    </article>
  );
}

interface PriceProps {
  price: number;
  hasBids: boolean;
  isOpen: boolean;
  /** The item's value in naira. */
  worth: number;
}

/** The highest bid in coins and naira, beside what the item is worth. */
function Price({ price, hasBids, isOpen, worth }: PriceProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
      <span className="grid gap-0.5">
        <span className="text-xs text-ink-3">Highest bid</span>
        {hasBids ? (
          <Coins
            amount={price}
            className="font-display text-[1.75rem] leading-none font-bold tracking-tight text-ink tabular-nums"
          />
        ) : (
          <span className="text-base font-semibold">{isOpen ? 'No users yet' : 'No bids'}</span>
        )}
      </span>
      <span className="ml-auto grid text-right text-sm leading-snug text-ink-2">
        {hasBids ? <BiddingNaira amount={price} /> : null}
        <span>
          Worth <b className="font-bold text-ink">{formatNaira(worth)}</b>
        </span>
      </span>
    </div>
  );
}

const lines = {
  outbid: 'bg-live-soft text-live-text',
  leading: 'bg-ok-soft text-ok',
  entered: 'bg-sunken text-ink-2',
  open: 'bg-sunken text-ink-2',
};

/** One line: how the user stands, and what to do. */
function Standing({ auction, view: { stance, state, phase } }: { auction: Auction; view: CardView }) {
  const has = useTooFew(auction.entry_bid_points);
  const [Icon, text] = (
    {
      outbid: [
        ArrowDown,
        `Outbid. ${formatNumber(nextPriceOf(state, auction.bid_increment))} takes the lead.`,
      ],
      leading: [Crown, 'You’re leading.'],
      entered: [Check, phase === 'pending' ? 'Entry paid. Bidding opens soon.' : 'Entry paid. You can bid.'],
      open: [Ticket, auction.entry_bid_points === 0 ? 'Entry is free.' : 'Join to bid. Fee back if unsold.'],
    } as const
  )[stance];
  return (
    <p
      className={classNames(
        'flex items-center gap-2 rounded-[12px] px-3 py-2 text-sm font-semibold',
        lines[stance],
      )}
    >
      <Icon size={18} aria-hidden className="shrink-0" />
      <span>
        {stance === 'open' && has !== null ? <TooFew fee={auction.entry_bid_points} has={has} /> : text}
      </span>
    </p>
  );
}

function timeText(phase: Phase, left: number, startsAtMs: number, nowMs: number): string | null {
  if (phase === 'live') return shortRemaining(left);
  return phase === 'pending' ? `Starts ${formatMoment(startsAtMs, nowMs)}` : null;
}
