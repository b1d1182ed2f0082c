import { paths } from '@copup/shared/page-paths.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { headerAccount } from '../../../balance/header-account.tsx';
import { useSignedInUser } from '../../../lib/session.ts';
import { useChoices } from '../../../lib/use-choices.ts';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, FailedRead, useSteadyLoading } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AuctionGrid } from '../auction-grid.tsx';
import { DemoAuctions } from '../demo-auctions.tsx';
import { RecentlyEnded } from '../lists/recently-ended.tsx';
import { compareStances, standingOf } from '../lists/stance.ts';
import { type Category, categoryOf } from '../queries.ts';
import { useEntriesOnOtherDevices } from '../use-auction.ts';
import { useAuctions } from '../use-auctions.ts';

export function Page() {
  useEntriesOnOtherDevices();
  const [search] = useSearchParams();
  const category = categoryOf(search);
  return (
    <Screen title="Auctions" aside={headerAccount}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:gap-5.5">
        <CategoryTabs chosen={category} />
        <FeaturedAuctions key={category} category={category} />
        <Link
          to={paths.newAuctions}
          className="inline-flex min-h-tap items-center justify-self-start text-sm font-semibold text-brand"
        >
          New auctions
        </Link>
      </div>
    </Screen>
  );
}

const all = 'all';
const tabs = [
  { value: all, name: 'All' },
  { value: 'cash', name: 'Cash' },
  { value: 'product', name: 'Product' },
  { value: 'coupon', name: 'Coupon' },
] as const;
type TabValue = (typeof tabs)[number]['value'];

/** The chosen category is in the address, so that it can be shared and survives a reload. */
function CategoryTabs({ chosen }: { chosen: Category }) {
  const [, setSearch] = useChoices();
  return (
    <Tabs<TabValue>
      label="Category"
      value={chosen === '' ? all : chosen}
      onChange={(value) => setSearch(value === all ? {} : { category: value })}
      tabs={tabs}
    />
  );
}

function FeaturedAuctions({ category }: { category: Category }) {
  const query = useAuctions(category);
  const { data, isPending, hasNextPage } = query;
  const isLoading = useSteadyLoading(isPending);
  const auctions = isLoading ? undefined : data;
  const live = auctions?.filter((auction) => auction.status === 'active').length ?? 0;
  const { username } = useSignedInUser();
  // As read, so that no card moves under a finger.
  const open = (auctions ?? [])
    .filter(({ status }) => status === 'active' || status === 'pending')
    .sort((a, b) => compareStances(standingOf(a, username), standingOf(b, username)));
  const ended = auctions?.filter(({ status }) => status !== 'active' && status !== 'pending') ?? [];
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-ctl">Featured Auctions</h2>
        {live > 0 ? (
          <span className="text-xs text-ink-3">
            {live}
            {hasNextPage ? '+' : ''} live now
          </span>
        ) : null}
      </div>
      <FailedRead query={query} message="Failed to fetch auctions. Please try again later." />
      {isLoading ? <AuctionGrid auctions={undefined} /> : null}
      {auctions?.length === 0 && category === '' ? <DemoAuctions /> : null}
      {auctions?.length === 0 && category !== '' ? (
        <EmptyState level={3} title={`No ${category} auctions now`}>
          Try another category, or come back later.
        </EmptyState>
      ) : null}
      <AuctionGrid auctions={open} />
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
