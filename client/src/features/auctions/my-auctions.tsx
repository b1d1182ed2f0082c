import type { JoinedAuction } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { auctionCardRoom } from '@copup/shared/room-names.ts';
import { Link } from 'react-router-dom';
import { formatRemaining, secondsLeft } from '../../lib/format-time.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useRoom, useServerNow } from '../../realtime/index.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { Coins } from '../../ui/money.tsx';
import { useJoinedAuctions } from './use-joined-auctions.ts';

const mostShown = 2;

/** Beside the wallet on a desktop: the user's live auctions, those that end first. */
export function Part() {
  const { auctions } = useJoinedAuctions();
  const live = (auctions ?? [])
    .filter(({ status }) => status === 'active')
    .sort((a, b) => Date.parse(a.end_date) - Date.parse(b.end_date));
  return (
    <Card className="h-full px-4 pt-1 pb-4">
      <div className="flex min-h-tap items-center justify-between gap-3">
        <h2 className="text-ctl">My Auctions</h2>
        {live.length > 0 ? (
          <Link
            to={paths.joined}
            aria-label={`See all: ${live.length} live`}
            className="inline-flex min-h-tap min-w-tap items-center justify-end text-sm font-semibold text-brand"
          >
            {live.length} live
          </Link>
        ) : null}
      </div>
      {auctions && live.length === 0 ? (
        <p className="text-sm text-ink-2">None of your auctions is live now.</p>
      ) : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {live.slice(0, mostShown).map((auction) => (
          <li key={auction.id}>
            <LiveRow auction={auction} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LiveRow({ auction }: { auction: JoinedAuction }) {
  const { username } = useSignedInUser();
  const { state } = useRoom<'auction'>(auctionCardRoom(auction.id));
  const left = secondsLeft(state?.endDate ?? Date.parse(auction.end_date), useServerNow());
  const isLeading = state?.leader === username;
  const isOver = state !== undefined && state.status !== 'active';
  return (
    <Link
      to={pathTo(paths.auction, auction.id)}
      className="flex items-center gap-3 rounded-[16px] bg-canvas p-2.5"
    >
      <ItemPicture
        name={auction.name}
        category={auction.category}
        image={auction.image}
        sizes="44px"
        className="size-11"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-semibold">{auction.name}</span>
        <span className={classNames('block text-xs font-medium', isLeading ? 'text-ok' : 'text-ink-2')}>
          {isLeading ? 'You lead, ' : ''}
          {left < 60 ? `${left} s left` : `${formatRemaining(left)} left`}
        </span>
      </span>
      {isOver ? <LiveBadge word="Ended" /> : <Coins amount={state?.price ?? 0} className="font-semibold" />}
    </Link>
  );
}
