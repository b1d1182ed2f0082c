import type { Landing, LandingAuction } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber } from '@copup/shared/coins.ts';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatAge, formatRemaining, secondsLeft } from '../../lib/format-time.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { MiniRing } from '../../ui/mini-ring.tsx';
import { Coins } from '../../ui/money.tsx';
import { type Today, useAuctionPath } from './use-today.ts';

const oldMs = 10_000;
const lastMinuteS = 60;

interface LiveCardProps {
  today: Today;
  live: NonNullable<Landing['live']>;
}

/** The auction of the headline: what it costs now, how long, the last two bids, and the way to watch it. */
export function LiveCard({ today: { nowMs, ageMs }, live }: LiveCardProps) {
  const pathOf = useAuctionPath();
  const left = secondsLeft(Date.parse(live.end_date), nowMs);
  return (
    <article
      aria-label={live.name}
      className="overflow-hidden rounded-[22px] bg-white text-[#0f1530] shadow-[0_18px_40px_-12px_rgb(3_6_30/0.6)] [--c-line:#e2dfd5]"
    >
      <div className="grid grid-cols-[84px_minmax(0,1fr)] items-center gap-4 px-3.5 py-3 lg:grid-cols-[120px_minmax(0,1fr)] lg:px-7 lg:py-6">
        <MiniRing share={shareOf(live, left)} look="open" className="size-21 text-[#ffb01f]! lg:size-30">
          <ItemPicture item={live} sizes="96px" isRound className="size-full" />
        </MiniRing>
        <div className="min-w-0 text-sm text-[#474c66]">
          <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
            <span>Highest bid{ageMs > oldMs ? `, ${formatAge(ageMs)} ago` : ''}</span>
            <span>Worth {formatNaira(live.price)}</span>
          </p>
          <p className="my-1 flex flex-wrap items-end gap-x-2 font-bold text-[#0f1530]">
            <Coins
              amount={live.current_bid_amount}
              className="font-display text-[1.75rem] leading-none lg:text-[2.5rem]"
            />
            {formatNaira(live.current_bid_amount * BIDDING_NAIRA_PER_COIN)}
          </p>
          <p>
            <TimeLeft left={left} />
            {live.watchers > 0 ? ` · ${formatNumber(live.watchers)} watching` : ''}
          </p>
        </div>
      </div>
      <ol className="min-h-20 border-y border-[#e2dfd5] px-3.5 lg:px-7">
        {live.bids.map((bid) => (
          <li
            key={bid.seq}
            className="grid min-h-10 grid-cols-[24px_minmax(0,1fr)_auto_2.5rem] items-center gap-2.5 text-sm"
          >
            <Avatar name={bid.username} size={24} />
            <span className="truncate">{bid.username}</span>
            <span className="font-semibold">{formatNumber(bid.price)}</span>
            <span className="text-right text-xs text-[#62667c]">{formatAge(nowMs - bid.at)}</span>
          </li>
        ))}
        {live.bids.length === 0 ? <li className="py-3 text-sm">No bids yet. The first one leads.</li> : null}
      </ol>
      <Link
        to={pathOf(live.id)}
        className="flex min-h-12 items-center justify-between gap-3 px-3.5 font-semibold text-[#1f35b0] lg:px-7"
      >
        Watch it live, no account needed
        <ArrowRight size={20} aria-hidden />
      </Link>
    </article>
  );
}

function TimeLeft({ left }: { left: number }) {
  if (left === 0) return <b className="font-semibold">Ended just now</b>;
  return (
    <b className={left < lastMinuteS ? 'font-semibold text-[#b8230f]' : 'font-semibold'}>
      {left < lastMinuteS ? `${left} s` : formatRemaining(left)} left
    </b>
  );
}

function shareOf({ starts_at, end_date }: LandingAuction, left: number): number {
  const wholeS = left <= lastMinuteS ? lastMinuteS : (Date.parse(end_date) - Date.parse(starts_at)) / 1_000;
  return Math.min(1, left / wholeS);
}
