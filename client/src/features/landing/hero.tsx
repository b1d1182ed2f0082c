import { BIDDING_NAIRA_PER_COIN, formatNaira } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Hand, Link2, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatSoon } from '../../lib/format-time.ts';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { LiveCard } from './live-card.tsx';
import { Snow } from './snow.tsx';
import type { Today } from './use-today.ts';

interface HeroProps {
  /** The row above, with mark and menu. */
  header: ReactNode;
  /** What is live; null before it is known. */
  today: Today | null;
  /** Whether it may still come. */
  isPending: boolean;
  /** Start page of a signed-in user, in place of the sign-up. */
  home: { path: string; name: string } | null;
}

/** One live auction with its price, and one way to start. Its parts keep their places while the auction is loaded. */
export function Hero({ header, today, isPending, home }: HeroProps) {
  const hasCard = isPending || today?.data.live;
  return (
    <div className="stage adire overflow-hidden pb-6 [--moon-at:right_-150px_top_300px] [--moon-size:520px_520px] lg:grid lg:min-h-[664px] lg:grid-cols-[1.1fr_1fr] lg:grid-rows-[auto_auto_auto_1fr] lg:gap-x-14 lg:px-[max(40px,calc(50vw-580px))] lg:pb-10 lg:[--moon-at:right_-44px_top_134px] lg:[--moon-size:760px_760px]">
      <Snow />
      {header}
      <div
        id="content"
        tabIndex={-1}
        className="relative z-2 px-4 outline-none lg:row-start-2 lg:px-0 lg:pt-14"
      >
        <p className="flex min-h-7 items-center gap-3 text-sm text-on-stage-2 lg:text-base">
          {today?.data.live ? <LiveBadge word="Live" /> : null}
          <span className="min-w-0 truncate">{leadOf(today)}</span>
        </p>
        <Headline today={today} />
        <p className="mt-2.5 max-w-[min(62%,30ch)] leading-snug text-pretty text-on-stage-2 lg:mt-5 lg:max-w-[46ch] lg:text-xl">
          One coin bids {formatNaira(BIDDING_NAIRA_PER_COIN)}. Lead when the clock ends and it is yours for
          your bid.
        </p>
      </div>
      <div className="relative z-2 mx-4 mt-4 lg:col-start-2 lg:row-span-3 lg:row-start-2 lg:m-0 lg:self-center">
        <CoinCharacter className="absolute -top-22 right-0 -z-1 w-30 lg:-top-38 lg:right-14 lg:w-52" />
        {/* As high as the card, which comes with the call. */}
        <div className={hasCard ? 'min-h-61 lg:min-h-85' : 'min-h-14'}>
          {today?.data.live ? <LiveCard today={today} live={today.data.live} /> : null}
        </div>
      </div>
      <Start isFree={today?.data.has_starters ?? false} home={home} />
    </div>
  );
}

/** The one way to start, and why it is safe. */
function Start({ isFree, home }: { isFree: boolean; home: HeroProps['home'] }) {
  return (
    <div className="relative z-2 px-4 lg:row-start-3 lg:mt-8 lg:px-0">
      <div className="mt-4 flex flex-wrap gap-2.5">
        <ButtonLink
          look="white"
          to={home?.path ?? paths.register}
          className="min-h-15! flex-[2_1_10rem] lg:max-w-95"
        >
          {home?.name ?? 'Sign up free'}
        </ButtonLink>
        {home ? null : (
          <ButtonLink look="line" to={paths.login} className="min-h-15! flex-[1_1_6rem] lg:max-w-50">
            Login
          </ButtonLink>
        )}
      </div>
      <p className="mt-3 text-center text-sm text-on-stage-2 lg:text-left">
        Free to join. {isFree ? 'Your first auction has no entry fee.' : 'You pay only when you bid.'}
      </p>
      <TrustRow />
    </div>
  );
}

function leadOf(today: Today | null): string {
  const { live, count = 0, next } = today?.data ?? {};
  if (live) return count === 1 ? '1 auction live now' : `${count} auctions live now`;
  if (!today || !next) return 'Auctions, games and heists';
  return `Next: ${formatSoon(Date.parse(next.starts_at), today.nowMs)}, ${next.name}`;
}

/** Two lines, so that the price takes the place of the first words. */
function Headline({ today }: { today: Today | null }) {
  const live = today?.data.live;
  return (
    <h1 className="mt-2 min-h-[2lh] text-[min(2.375rem,9.2vw)] leading-[1.06] tracking-[-0.045em] lg:mt-4 lg:text-[3.5rem] xl:text-[4rem]">
      {live && live.bids.length > 0 ? (
        <>
          <span className="block truncate pb-[0.06em]">{live.name},</span> now at{' '}
          <span className="text-coin">{formatNaira(live.current_bid_amount * BIDDING_NAIRA_PER_COIN)}.</span>
        </>
      ) : (
        'Win phones, airtime and cash with coins.'
      )}
    </h1>
  );
}

const promises = [
  { Icon: Lock, name: 'Sealed draws', text: 'fixed before you play' },
  { Icon: Link2, name: 'Public bids', text: 'check every one' },
  { Icon: Hand, name: '18+, your limits', text: 'you set the ceiling' },
];

function TrustRow() {
  return (
    <ul className="mt-4 grid grid-cols-3 divide-x divide-white/20 rounded-[18px] bg-stage-deep lg:mt-6 lg:max-w-150">
      {promises.map(({ Icon, name, text }) => (
        <li
          key={name}
          className="min-w-0 px-1.5 py-3 text-center text-xs leading-tight text-on-stage-2 lg:text-sm"
        >
          <Icon size={18} aria-hidden className="mx-auto mb-1.5 text-coin" />
          <b className="block font-semibold wrap-anywhere text-white">{name}</b>
          {text}
        </li>
      ))}
    </ul>
  );
}
