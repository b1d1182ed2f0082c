import type { WatchlistReply } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatMoment } from '../../../lib/format-time.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { serverNow } from '../../../realtime/index.ts';
import { Card } from '../../../ui/card.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { listWatched } from './offers-api.ts';
import { WatchButton } from './watch-button.tsx';

type Watched = WatchlistReply['items'][number];

/** A13: the auctions that the user is told about before they end, also those without an entry. */
export function Watchlist() {
  const { id } = useSignedInUser();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['watchlist', id],
    queryFn: ({ signal }) => listWatched(signal),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="watchlist" className="mt-6 grid gap-3.5">
      <h2 id="watchlist" className="text-ctl">
        Watchlist
      </h2>
      {isPending ? <Skeletons text="Loading watchlist..." count={1} className="h-18" /> : null}
      {isError && !data ? (
        <ErrorState message="Error fetching your watchlist." onRetry={() => void refetch()} />
      ) : null}
      {data?.items.length === 0 ? (
        <p className="text-sm text-ink-2">Tap the bell on an auction, and we’ll tell you before it ends.</p>
      ) : null}
      {data && data.items.length > 0 ? (
        <ul className="grid gap-3.5 lg:grid-cols-2 lg:gap-5">
          {data.items.map((auction) => (
            <li key={auction.id}>
              <Card className="flex items-center gap-3 p-3.5">
                <ItemPicture
                  name={auction.name}
                  category={auction.category}
                  image={auction.image}
                  sizes="44px"
                  className="size-11"
                />
                <div className="min-w-0 flex-1">
                  <Link
                    to={pathTo(paths.auction, auction.id)}
                    className="flex min-h-tap items-center font-semibold hover:underline"
                  >
                    <span className="truncate">{auction.name}</span>
                  </Link>
                  <p className="text-xs text-ink-2">{timeOf(auction)}</p>
                </div>
                <WatchButton auction={auction} />
              </Card>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function timeOf({ status, starts_at, end_date }: Watched): string {
  const moment = (time: string) => formatMoment(Date.parse(time), serverNow());
  if (status === 'pending') return `Starts ${moment(starts_at)}`;
  return status === 'active' ? `Ends ${moment(end_date)}` : 'Ended';
}
