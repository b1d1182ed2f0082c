import type { Auction } from '@copup/shared/auctions.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { memo, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { LiveBadge, type LiveWord } from '../../ui/live-badge.tsx';
import { StageBack } from '../../ui/page-header.tsx';
import { AuctionRing, type RingView } from './auction-ring.tsx';
import type { Phase } from './live-auction.ts';
import type { lastTen } from './moments/index.ts';
import type { LateBid } from './moments.ts';

interface AuctionStageProps extends RingView {
  auction: Pick<Auction, 'name' | 'category' | 'image' | 'starts_at'>;
  /** Whether the server cannot be reached. */
  isOffline: boolean;
  hardEndMs: number;
  /** Whether the user has bid: the phone then vibrates in the last seconds. */
  isBidder: boolean;
  late: LateBid | null;
  isLateNow: boolean;
  /** The screen of the last ten seconds, during them. */
  hot: ReturnType<typeof lastTen.use>;
  /** At the start of the header; by default the way back to the list. */
  lead?: ReactNode;
  /** At the end of the header. */
  action?: ReactNode;
}

/** The coloured part of the page: name, state and time. A bid alone does not render it again. */
export const AuctionStage = memo(function AuctionStage(props: AuctionStageProps) {
  const { auction, isOffline, hardEndMs, isBidder, late, isLateNow, hot, lead, action, ...ring } = props;
  const { phase, left, flash } = ring;
  const { name, category, image } = auction;
  const isUnsold = phase === 'unsold' || phase === 'cancelled';
  return (
    <section
      aria-label="Auction"
      className={classNames(
        'stage adire pb-8 [--moon-at:left_-120px_top_90px] lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:pb-10 lg:[--moon-at:left_-140px_bottom_-140px]',
        phase === 'completed' && !ring.isWon && 'saturate-55',
        isUnsold && 'saturate-25',
      )}
    >
      {hot ? <hot.HotCloth /> : null}
      <header
        data-keep-clear
        className="relative flex min-h-13 items-center gap-2.5 px-4 pt-1 lg:px-8 lg:pt-5"
      >
        {lead ?? <StageBack to={paths.auctions} />}
        {hot ? <ItemPicture item={{ name, category, image }} sizes="44px" className="size-tap" /> : null}
        <h1 className="line-clamp-3 min-w-0 flex-1 text-[1.125rem] wrap-anywhere lg:text-xl" title={name}>
          {name}
        </h1>
        <LiveBadge word={wordOf(phase, ring.isEstimated, isOffline)} announces />
        {action}
      </header>
      {hot ? (
        <hot.LastTen {...{ left, hardEndMs, isBidder, flash }} late={isLateNow ? late : null} />
      ) : (
        <AuctionRing {...{ name, category, image }} {...ring} startsAtMs={Date.parse(auction.starts_at)} />
      )}
    </section>
  );
});

function wordOf(phase: Phase, isStale: boolean, isOffline: boolean): LiveWord {
  if (phase === 'cancelled') return 'Cancelled';
  if (phase === 'completed' || phase === 'unsold') return 'Ended';
  if (isOffline) return 'Offline';
  if (isStale) return 'Reconnecting';
  if (phase === 'pending') return 'Starts soon';
  return phase === 'closing' ? 'Closing' : 'Live';
}
