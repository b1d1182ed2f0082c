import type { JoinedAuction, WatchlistReply } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { headerAccount } from '../../../balance/header-account.tsx';
import { call } from '../../../lib/calls.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { serverNow } from '../../../realtime/index.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { Radios } from '../../../ui/radios.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { JoinedRow } from '../lists/joined-row.tsx';
import type { JoinedFilter, JoinedGroup } from '../lists/joined-state.ts';
import { useJoinedRows } from '../lists/use-joined-rows.ts';
import { WatchButton } from '../offers/watch-button.tsx';
import { useJoinedAuctions } from '../use-joined-auctions.ts';

export const Page = () => (
  <Screen title="Your Auctions" backTo={paths.dashboard} aside={headerAccount}>
    <JoinedAuctions />
    <Watchlist />
  </Screen>
);

const groups: [JoinedGroup, string, string][] = [
  ['needs', 'Needs you', 'lg:grid-cols-2'],
  ['well', 'Going well', 'lg:grid-cols-2'],
  ['over', 'Over', 'lg:grid-cols-3'],
];
const filters: [JoinedFilter, string][] = [
  ['all', 'All'],
  ['live', 'Live'],
  ['won', 'Won'],
  ['lost', 'Lost'],
  ['ended', 'Ended'],
];

/** Your Auctions: what needs the user first, then what goes well, then what is over. */
function JoinedAuctions() {
  const query = useJoinedAuctions();
  const { auctions, isPending, isError, refetch } = query;
  if (isPending)
    return <Skeletons text="Loading auctions..." count={3} className="h-24 rounded-[20px]!" isTextShown />;
  if (isError && !auctions) {
    return <ErrorState message="Error fetching auction details." onRetry={() => void refetch()} />;
  }
  if (!auctions || auctions.length === 0) {
    return (
      <EmptyState
        title="You haven't joined any auctions yet."
        link={{ to: paths.auctions, name: 'See the auctions' }}
      />
    );
  }
  return (
    <>
      <Groups auctions={auctions} />
      <ShowMore query={query} />
    </>
  );
}

function Groups({ auctions }: { auctions: readonly JoinedAuction[] }) {
  const [filter, setFilter] = useState<JoinedFilter>('all');
  const rows = useJoinedRows(auctions);
  const count = (of: JoinedFilter) => rows.filter(({ state }) => of === 'all' || state.filter === of).length;
  const shown = rows.filter(({ state }) => filter === 'all' || state.filter === filter);
  return (
    <>
      <FilterChips
        value={filter}
        onChange={setFilter}
        chips={filters.map(([value, name]) => ({ value, name, count: count(value) }))}
      />
      {groups.map(([group, title, columns]) => {
        const listed = shown.filter(({ state }) => state.group === group);
        if (listed.length === 0) return null;
        return (
          <section key={group} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:gap-4">
            <h2 className="text-ctl">{title}</h2>
            <ul className={classNames('grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:gap-4', columns)}>
              {listed.map((row) => (
                <li key={row.auction.id} className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
                  <JoinedRow row={row} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {shown.length === 0 ? <EmptyState title="No auctions in this list." /> : null}
    </>
  );
}

interface FilterChipsProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  chips: readonly { value: Value; name: string; count: number }[];
}

/** Filters with the number of items of each. */
function FilterChips<Value extends string>({ value, onChange, chips }: FilterChipsProps<Value>) {
  return (
    <fieldset className="no-scrollbar relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-0.5 lg:mx-0 lg:px-0">
      <legend className="sr-only">Show</legend>
      <Radios
        options={chips.map(({ value: each, name, count }) => ({
          value: each,
          name: (
            <>
              {name}
              <span className={each === value ? 'font-normal' : 'font-normal text-ink-3'}>{count}</span>
            </>
          ),
        }))}
        value={value}
        onChange={onChange}
        className="inline-flex min-h-tap shrink-0 items-center gap-2 rounded-full px-3.5 text-sm font-semibold"
        chosenClass="bg-ink text-on-ink"
        otherClass="bg-surface text-ink shadow-[inset_0_0_0_1px_var(--c-line)]"
      />
    </fieldset>
  );
}

type Watched = WatchlistReply['items'][number];

/** A13: the auctions about whose end the user is notified, also those without an entry. */
function Watchlist() {
  const { id } = useSignedInUser();
  const { data, ...query } = useFresh(['watchlist', id], (signal) =>
    call('GET /user/watchlist', { query: { limit: 100 }, signal }),
  );
  return (
    <section aria-labelledby="watchlist" className="mt-6 grid gap-3.5">
      <h2 id="watchlist" className="text-ctl">
        Watchlist
      </h2>
      <LoadedList
        query={{ ...query, data: data?.items }}
        loading="Loading watchlist..."
        failed="Error fetching your watchlist."
        skeleton={{ count: 1, className: 'h-18' }}
        empty={
          <p className="text-sm text-ink-2">Tap the bell on an auction, and we’ll tell you before it ends.</p>
        }
      >
        {(items) => (
          <ul className="grid gap-3.5 lg:grid-cols-2 lg:gap-5">
            {items.map((auction) => (
              <li key={auction.id}>
                <Card className="flex items-center gap-3 p-3.5">
                  <ItemPicture item={auction} sizes="44px" className="size-11" />
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
        )}
      </LoadedList>
    </section>
  );
}

function timeOf({ status, starts_at, end_date }: Watched): string {
  const moment = (time: string) => formatMoment(Date.parse(time), serverNow());
  if (status === 'pending') return `Starts ${moment(starts_at)}`;
  return status === 'active' ? `Ends ${moment(end_date)}` : 'Ended';
}
