import type { Auction } from '@copup/shared/auctions.ts';
import { formatNaira } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ArrowDown, Crown } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatMoment, spellDuration } from '../../../lib/format-time.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useAllPages } from '../../../lib/use-all-pages.ts';
import { RemindButton } from '../../../parts/remind-button.tsx';
import { useConnection, useServerNow } from '../../../realtime/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { LiveBadge } from '../../../ui/live-badge.tsx';
import { MiniRing, type MiniRingLook } from '../../../ui/mini-ring.tsx';
import { Coins } from '../../../ui/money.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { useAuctions } from '../use-auctions.ts';
import { useNearScreen } from '../use-near-screen.ts';
import { shortRemaining } from './short-times.ts';
import { compareStances, type Stance, shareLeft, standingOf } from './stance.ts';
import { useCard } from './use-card.ts';

/** More cards would cost data and be read by few. */
const mostShown = 12;

const rings: Record<Stance, MiniRingLook> = { outbid: 'hot', leading: 'lead', entered: 'open', open: 'open' };

/** Live now, on the wallet's home: what needs the user first. */
export function Part() {
  const { username } = useSignedInUser();
  const query = useAuctions('');
  const { data, isPending, isError, refetch } = query;
  useAllPages(query);
  const nowMs = useServerNow();
  const [stances, setStances] = useState<ReadonlyMap<number, Stance>>(new Map());
  const onStance = useCallback(
    (id: number, stance: Stance) =>
      setStances((known) => (known.get(id) === stance ? known : new Map(known).set(id, stance))),
    [],
  );
  const live = (data ?? [])
    .filter(({ status, hard_end }) => status === 'active' && Date.parse(hard_end) > nowMs)
    .map((auction) => {
      const read = standingOf(auction, username);
      return { ...read, auction, stance: stances.get(auction.id) ?? read.stance };
    })
    .sort(compareStances);
  const next = data?.find(({ status }) => status === 'pending');
  return (
    <section aria-label="Live now" className="grid grid-cols-[minmax(0,1fr)] content-start gap-2.5">
      <Header count={live.length} />
      {isPending ? (
        <div className="grid grid-cols-2 gap-2.5 lg:grid-cols-3 lg:gap-4">
          <Skeletons text="Loading auctions..." count={2} className="h-52 rounded-[20px]!" />
        </div>
      ) : null}
      {isError && !data ? (
        <ErrorState message="Error fetching auction details." onRetry={() => void refetch()} />
      ) : null}
      {data && live.length === 0 ? <NoneLive next={next} nowMs={nowMs} /> : null}
      {live.length > 0 ? (
        <ul className="no-scrollbar relative -mx-4 grid snap-x snap-mandatory auto-cols-[9.125rem] grid-flow-col gap-2.5 overflow-x-auto px-4 pt-0.5 pb-1.5 *:snap-start *:scroll-ml-4 lg:mx-0 lg:auto-cols-[calc(33.3%-11px)] lg:gap-4 lg:px-0.5 lg:*:scroll-ml-0.5">
          {live.slice(0, mostShown).map(({ auction }) => (
            <li key={auction.id} className="grid">
              <LiveCard auction={auction} onStance={onStance} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Header({ count }: { count: number }) {
  const isOffline = useConnection() === 'offline';
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      <h2 className="flex items-center gap-2 text-ctl">
        Live now
        {count > 0 ? (
          <LiveBadge word={isOffline ? 'Offline' : 'Live'}>
            {count}
            <span className="sr-only"> auctions</span>
          </LiveBadge>
        ) : null}
      </h2>
      <Link
        to={paths.auctions}
        className="-my-2 inline-flex min-h-tap items-center text-sm font-semibold text-brand"
      >
        All auctions
      </Link>
    </div>
  );
}

function NoneLive({ next, nowMs }: { next: Auction | undefined; nowMs: number }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-[20px] bg-surface p-4 text-sm text-ink-2 shadow-1">
      <p className="min-w-0 flex-[1_1_12rem]">
        No auction is live right now.
        {next ? (
          <>
            {' '}
            Next: <b className="font-semibold text-ink">{next.name}</b>,{' '}
            {formatMoment(Date.parse(next.starts_at), nowMs)}.
          </>
        ) : null}
      </p>
      {next ? (
        <RemindButton
          size="sm"
          name={next.name}
          startMs={Date.parse(next.starts_at)}
          path={pathTo(paths.auction, next.id)}
        />
      ) : null}
    </div>
  );
}

interface LiveCardProps {
  auction: Auction;
  onStance: (id: number, stance: Stance) => void;
}

function LiveCard({ auction, onStance }: LiveCardProps) {
  const [card, isNear] = useNearScreen<HTMLAnchorElement>();
  const { state, phase, left, stance } = useCard(auction, isNear || auction.joined);
  useEffect(() => onStance(auction.id, stance), [auction.id, stance, onStance]);
  const isHot = left < 60;
  return (
    <Link
      ref={card}
      to={pathTo(paths.auction, auction.id)}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-[20px] p-3 lg:grid-rows-[auto_1fr_auto_auto] lg:p-4',
        stance === 'outbid'
          ? 'bg-[color-mix(in_srgb,var(--c-live-soft)_62%,var(--c-surface))] shadow-[inset_0_0_0_2px_var(--c-live-text),var(--sh-2)]'
          : 'bg-surface shadow-2',
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <MiniRing
          share={phase === 'live' ? shareLeft(auction, state.endDate, left) : 0}
          look={isHot && stance !== 'leading' ? 'hot' : rings[stance]}
          className="size-15 lg:size-18"
        >
          <ItemPicture item={auction} sizes="52px" isRound className="size-full" />
        </MiniRing>
        <span
          className={classNames(
            'text-right font-display text-[1.125rem] leading-none font-bold tracking-tight tabular-nums lg:text-xl',
            isHot && 'text-live-text',
          )}
        >
          <span aria-hidden="true">{phase === 'live' ? shortRemaining(left) : '0:00'}</span>
          <span className="sr-only">{spellDuration(left)} </span>
          <small className="block font-sans text-xs leading-4 font-semibold tracking-normal text-ink-3">
            {phase === 'live' ? 'left' : 'closing'}
          </small>
        </span>
      </span>
      <span className="min-w-0">
        <span className="block truncate text-sm leading-tight font-semibold lg:line-clamp-2 lg:text-base lg:whitespace-normal">
          {auction.name}
        </span>
        <span className="block truncate text-[0.8125rem] leading-[1.1rem] text-ink-3">
          Worth {formatNaira(auction.price)}
        </span>
      </span>
      <Coins
        amount={state.price}
        className="font-display text-xl leading-none font-bold tracking-tight tabular-nums"
      />
      <Go stance={stance} fee={auction.entry_bid_points} />
    </Link>
  );
}

function Go({ stance, fee }: { stance: Stance; fee: number }) {
  const looks: Record<Stance, string> = {
    outbid: 'bg-live text-on-live',
    leading: 'bg-ok-soft text-ok',
    entered: 'bg-ink text-on-ink',
    open: 'bg-ink text-on-ink',
  };
  return (
    <span
      className={classNames(
        'mt-0.5 flex min-h-10 items-center justify-center gap-1.5 rounded-[12px] text-sm font-bold',
        looks[stance],
      )}
    >
      {stance === 'outbid' ? <ArrowDown size={16} aria-hidden /> : null}
      {stance === 'leading' ? <Crown size={16} aria-hidden /> : null}
      {
        { outbid: 'Outbid', leading: 'Leading', entered: 'Bid', open: fee === 0 ? 'Join free' : 'Join' }[
          stance
        ]
      }
    </span>
  );
}
