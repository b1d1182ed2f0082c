import type { Auction } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { auctionCardRoom } from '@copup/shared/room-names.ts';
import { Check } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { formatMoment, formatRemaining, secondsLeft } from '../../lib/format-time.ts';
import { useRoom, useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { LiveBadge, type LiveWord } from '../../ui/live-badge.tsx';
import { BiddingNaira, Coins } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.ts';
import { CardFrame } from './card-frame.tsx';
import { newestState, type Phase, phaseOf } from './live-auction.ts';
import { PayEntryButton } from './pay-entry-button.tsx';
import { useReadState } from './use-auction.ts';
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
  const room = useRoom<'auction'>(isNear ? auctionCardRoom(auction.id) : null);
  const nowMs = useServerNow();
  const navigate = useNavigate();
  const state = newestState(useReadState(auction), room.state, null);
  const phase = phaseOf(state, nowMs);
  const left = secondsLeft(state.endDate, nowMs);
  const path = pathTo(paths.auction, auction.id);
  const isOpen = phase === 'pending' || phase === 'live';

  const bid = () => {
    if (phase === 'live' || phase === 'closing') void navigate(path);
    else if (phase === 'pending') toast.error('Auction is not yet active');
    else toast.error('This auction is not currently active.');
  };

  return (
    <article ref={card} aria-label={auction.name}>
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
        facts={
          state.seq === 0 ? (
            <span>{phase === 'pending' || phase === 'live' ? 'No users yet' : 'No bids'}</span>
          ) : (
            <>
              <Coins amount={state.price} className="text-base font-semibold text-ink" />
              <BiddingNaira amount={state.price} />
            </>
          )
        }
        actions={
          <>
            {auction.joined ? (
              <Button look="soft" disabled>
                <Check size={18} aria-hidden />
                Entry paid
              </Button>
            ) : (
              <PayEntryButton id={auction.id} fee={auction.entry_bid_points} disabled={!isOpen} />
            )}
            <Button look={auction.joined && phase === 'live' ? 'ink' : 'line'} onClick={bid}>
              Place Bid
            </Button>
          </>
        }
      />
    </article>
  );
}

function timeText(phase: Phase, left: number, startsAtMs: number, nowMs: number): string | null {
  if (phase === 'live') return left < 60 ? `${left}s` : formatRemaining(left);
  return phase === 'pending' ? `Starts ${formatMoment(startsAtMs, nowMs)}` : null;
}
