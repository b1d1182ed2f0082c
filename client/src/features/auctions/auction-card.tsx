import type { Auction } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ArrowDown, Check, Clock, Crown, Timer } from 'lucide-react';
import { formatMoment } from '../../lib/format-time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LiveBadge, type LiveWord } from '../../ui/live-badge.tsx';
import { BiddingNaira, Coins } from '../../ui/money.tsx';
import { CardFrame } from './card-frame.tsx';
import { shortRemaining } from './lists/short-times.ts';
import { type CardView, useCard } from './lists/use-card.ts';
import { nextPriceOf, type Phase } from './live-auction.ts';
import { payEntryText } from './pay-entry-button.tsx';
import { useNearScreen } from './use-near-screen.ts';

const words: Record<Exclude<Phase, 'live'>, LiveWord> = {
  pending: 'Starts soon',
  closing: 'Closing',
  completed: 'Ended',
  unsold: 'Ended',
  cancelled: 'Cancelled',
};

/** A featured auction. While it is near the screen, its price and end are live. Its button opens it and spends nothing. */
export function AuctionCard({ auction }: { auction: Auction }) {
  const [card, isNear] = useNearScreen<HTMLElement>();
  const view = useCard(auction, isNear);
  const path = pathTo(paths.auction, auction.id);
  const { phase, stance } = view;
  const [label, aside] = buttonTexts(auction, view);
  return (
    <article ref={card} aria-label={auction.name}>
      <CardFrame
        name={auction.name}
        category={auction.category}
        image={auction.image}
        to={path}
        isOutbid={phase === 'live' && stance === 'outbid'}
        badge={phase === 'live' ? <TimeLeft left={view.left} /> : <LiveBadge word={words[phase]} />}
        status={<Standing auction={auction} view={view} />}
        facts={<Price view={view} worth={auction.price} />}
        actions={
          <ButtonLink
            look={stance === 'leading' || !isOpen(phase) ? 'line' : 'ink'}
            to={path}
            className="min-h-11.5! flex-wrap justify-between! gap-x-3! gap-y-0! px-4! text-base!"
          >
            {label}
            <span className="text-sm font-semibold">{aside}</span>
          </ButtonLink>
        }
      />
    </article>
  );
}

const isOpen = (phase: Phase) => phase === 'pending' || phase === 'live';

/** Returns what the card's button leads to, and beside it what that costs. */
function buttonTexts(auction: Auction, { phase, stance, state }: CardView): [string, string] {
  if (!auction.joined && isOpen(phase)) {
    const fee = auction.entry_bid_points;
    return [payEntryText(fee), fee === 0 ? 'no entry fee' : nairaOf(fee)];
  }
  if (phase !== 'live') return ['Place Bid', ''];
  if (stance === 'leading') return ['Place Bid', `${inCoins(state.price)} held`];
  const next = nextPriceOf(state, auction.bid_increment);
  return ['Place Bid', `${inCoins(next)} · ${nairaOf(next)}`];
}

const nairaOf = (coins: number) => formatNaira(coins * BIDDING_NAIRA_PER_COIN);

function TimeLeft({ left }: { left: number }) {
  return (
    <span
      className={classNames(
        'inline-flex h-[26px] items-center gap-1 rounded-full pr-2.5 pl-2 text-xs font-bold text-white tabular-nums',
        left < 60 ? 'bg-live' : 'bg-[#0a0f2e]',
      )}
    >
      <Timer size={14} aria-hidden />
      {shortRemaining(left)}
    </span>
  );
}

/** The highest bid in coins and naira, and what the item is worth. */
function Price({ view: { state, phase }, worth }: { view: CardView; worth: number }) {
  return (
    <>
      <p className="mt-1 text-xs text-ink-3">Highest bid</p>
      {state.seq > 0 ? (
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium">
          <Coins
            amount={state.price}
            className="font-display text-[min(1.375rem,7vw)] leading-none font-bold tracking-tight tabular-nums"
          />
          <span className="tabular-nums">
            = <BiddingNaira amount={state.price} />
          </span>
        </p>
      ) : (
        <p className="font-semibold">{isOpen(phase) ? 'No users yet' : 'No bids'}</p>
      )}
      <p className="text-xs text-ink-2">
        Worth <b className="font-bold text-ink">{formatNaira(worth)}</b>
      </p>
    </>
  );
}

/** One line: how the user stands in an open auction, or when it starts. */
function Standing({ auction, view }: { auction: Auction; view: CardView }) {
  const { stance, phase, state, ownBid, nowMs } = view;
  if (!isOpen(phase) || (phase === 'live' && stance === 'open')) return null;
  const [Icon, text, colour] =
    phase === 'pending'
      ? ([Clock, `Starts ${formatMoment(Date.parse(auction.starts_at), nowMs)}`, 'text-ink-2'] as const)
      : stance === 'outbid'
        ? ([
            ArrowDown,
            `Outbid by ${formatNumber(state.price - (ownBid ?? 0))} · Bid again`,
            'text-live-text',
          ] as const)
        : stance === 'leading'
          ? ([Crown, 'You lead · Watch', 'text-ok'] as const)
          : ([Check, 'Entry paid', 'text-ok'] as const);
  return (
    <p className={classNames('flex items-start gap-1 text-[0.8125rem] leading-tight font-semibold', colour)}>
      <Icon size={15} aria-hidden className="mt-px shrink-0" />
      {text}
    </p>
  );
}
