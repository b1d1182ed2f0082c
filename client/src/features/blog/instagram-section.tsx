import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listQuery } from '../../lib/list-page.ts';
import { Card } from '../../ui/card.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons, useSteadyLoading } from '../../ui/states.tsx';
import { listInstagram } from './api.ts';
import { takeTapped } from './framing.ts';
import { InstagramRow } from './instagram-row.tsx';
import { OfflineState } from './offline-state.tsx';

/** Links to Instagram posts, each with a frame that a tap loads. */
export function InstagramSection() {
  const query = useInfiniteQuery(listQuery(['instagram'], listInstagram));
  const { data, isPending, isPaused, isError, refetch } = query;
  const isLoading = useSteadyLoading(isPending && !isPaused);
  const [tapped] = useState(takeTapped);
  const items = isLoading ? undefined : data;
  return (
    <section aria-labelledby="instagram" className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="instagram" className="text-lg">
          Instagram
        </h2>
        <p className="text-sm text-ink-2">Loads when you tap</p>
      </div>
      {isLoading ? <Skeletons text="Loading Instagram posts..." count={2} className="h-20" /> : null}
      {isPending && isPaused ? <OfflineState what="The Instagram posts" /> : null}
      {isError ? (
        <ErrorState
          isWhole={!items}
          message="Failed to fetch Instagram URLs."
          onRetry={() => void refetch()}
        />
      ) : null}
      {items?.length === 0 ? (
        <Card>
          <EmptyState title="No Instagram posts yet" level={3}>
            Pictures and videos of winners appear here.
          </EmptyState>
        </Card>
      ) : null}
      {items && items.length > 0 ? (
        <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-3 lg:gap-5">
          {items.map((item) => (
            <li key={item.id}>
              <InstagramRow item={item} wasTapped={item.id === tapped} />
            </li>
          ))}
        </ul>
      ) : null}
      <ShowMore query={query} text="Show more Instagram posts" className="justify-self-center" />
    </section>
  );
}
