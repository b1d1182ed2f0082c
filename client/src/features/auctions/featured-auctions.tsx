import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons, useSteadyLoading } from '../../ui/states.tsx';
import type { Category } from './api.ts';
import { AuctionCard } from './auction-card.tsx';
import { DemoAuctions } from './demo-auctions.tsx';
import { RecentlyEnded } from './lists/recently-ended.tsx';
import { useAuctions } from './use-auctions.ts';

export function FeaturedAuctions({ category }: { category: Category }) {
  const query = useAuctions(category);
  const { data, isPending, isError, refetch, hasNextPage } = query;
  const isLoading = useSteadyLoading(isPending);
  const auctions = isLoading ? undefined : data;
  const live = auctions?.filter((auction) => auction.status === 'active').length ?? 0;
  const open = auctions?.filter(({ status }) => status === 'active' || status === 'pending') ?? [];
  const ended = auctions?.filter(({ status }) => status !== 'active' && status !== 'pending') ?? [];
  return (
    <>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-ctl">Featured Auctions</h2>
        {live > 0 ? (
          <span className="text-xs text-ink-3">
            {live}
            {hasNextPage ? '+' : ''} live now
          </span>
        ) : null}
      </div>
      {isError ? (
        <ErrorState
          message="Failed to fetch auctions. Please try again later."
          onRetry={() => void refetch()}
        />
      ) : null}
      {isLoading ? (
        <div className="grid gap-3.5 lg:grid-cols-3 lg:gap-5">
          <Skeletons text="Loading auctions..." count={3} className="h-100 rounded-[24px]!" />
        </div>
      ) : null}
      {auctions?.length === 0 && category === '' ? <DemoAuctions /> : null}
      {auctions?.length === 0 && category !== '' ? (
        <EmptyState level={3} title={`No ${category} auctions now`}>
          Try another category, or come back later.
        </EmptyState>
      ) : null}
      {open.length > 0 ? (
        <div className="grid gap-3.5 lg:grid-cols-3 lg:gap-5">
          {open.map((auction) => (
            <AuctionCard key={auction.id} auction={auction} />
          ))}
        </div>
      ) : null}
      <ShowMore query={query} />
      {open.length === 0 && ended.length > 0 ? (
        <EmptyState level={3} title="No auctions are open now">
          New ones start here. Come back later.
        </EmptyState>
      ) : null}
      {ended.length > 0 ? <RecentlyEnded auctions={ended} /> : null}
    </>
  );
}
