import { paths } from '@copup/shared/page-paths.ts';
import type { TimelineEntry, TimelineFilter } from '@copup/shared/timeline.ts';
import { Download, Info } from 'lucide-react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/format-time.ts';
import { groupBy } from '../../lib/group-by.ts';
import { useChoices } from '../../lib/use-choices.ts';
import { useTitle } from '../../lib/use-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Radios } from '../../ui/radios.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState, FailedRead, Skeletons } from '../../ui/states.tsx';
import { DayTable } from './day-table.tsx';
import { SplitCard } from './split-card.tsx';
import { useFollowBalance, useTimeline } from './use-timeline.ts';

const filters: readonly (readonly [filter: TimelineFilter | '', name: string])[] = [
  ['', 'All'],
  ['bonus', 'Bonus'],
  ['bought', 'Bought'],
  ['held', 'Held'],
  ['released', 'Released'],
  ['spent', 'Spent'],
  ['won', 'Won'],
  ['paid', 'Paid out'],
  ['sent', 'Sent'],
  ['received', 'Received'],
  ['returned', 'Returned'],
  ['other', 'Other'],
];

/** W11: where each coin came from and went, with both balances after it. */
export function Page() {
  useTitle('Your coins');
  useFollowBalance();
  const [search, setSearch] = useChoices();
  const asked = search.get('show') ?? '';
  const filter = filters.find(([value]) => value === asked)?.[0] ?? '';
  return (
    <>
      <PageHeader title="Your coins" backTo={paths.dashboard}>
        <Link
          to={paths.transactions}
          aria-label="Download a statement"
          className="inline-grid size-tap place-items-center rounded-md bg-surface shadow-1"
        >
          <Download size={20} aria-hidden />
        </Link>
      </PageHeader>
      <div className="mx-auto grid w-full max-w-[1040px] grid-cols-[minmax(0,1fr)] items-start gap-4 px-4 pb-8 lg:grid-cols-[26rem_minmax(0,1fr)] lg:gap-6 lg:px-10">
        <SplitCard />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <fieldset className="relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 pb-1 lg:mx-0 lg:flex-wrap lg:px-0">
            <legend className="sr-only">Show</legend>
            <Radios
              options={filters.map(([value, name]) => ({ value, name }))}
              value={filter}
              onChange={(value) => setSearch(value === '' ? {} : { show: value })}
              className="inline-flex min-h-tap shrink-0 items-center rounded-full px-4 text-sm font-semibold"
              chosenClass="bg-ink text-on-ink"
              otherClass="ctl-line bg-surface"
            />
          </fieldset>
          <Entries filter={filter === '' ? undefined : filter} />
        </div>
      </div>
    </>
  );
}

function Entries({ filter }: { filter: TimelineFilter | undefined }) {
  const query = useTimeline(filter);
  const { data, error, isPending, hasNextPage } = query;
  if (isPending && !error) return <Skeletons text="Loading..." count={5} className="h-16 rounded-lg" />;
  const entries: TimelineEntry[] = data ?? [];
  const nowMs = Date.now();
  const days = groupBy(entries, ({ at }) => formatDay(Date.parse(at), nowMs));
  return (
    <>
      <FailedRead
        query={query}
        message={messageOf(error, 'Your history could not be read.')}
        isWhole={entries.length === 0}
      />
      {[...days].map(([day, items], nth) => (
        <DayTable
          key={day}
          day={day}
          entries={items}
          hasLegend={nth === 0}
          withNow={filter === undefined && nth === 0}
          withBefore={filter === undefined && nth === days.size - 1}
        />
      ))}
      {entries.length > 0 ? (
        <p className="flex gap-2 text-sm text-ink-2">
          <Info size={20} aria-hidden className="shrink-0" />
          Large numbers are the move, small ones what you had after it.
        </p>
      ) : null}
      {data && entries.length === 0 && !hasNextPage ? (
        <EmptyState title={filter ? 'No entries of this kind' : 'No coins have moved yet'}>
          Every coin that comes or goes is listed here, with what you had after it.
        </EmptyState>
      ) : null}
      {data && entries.length === 0 && hasNextPage ? (
        <p className="py-4 text-center text-sm text-ink-2">
          No entries of this kind among your newest entries.
        </p>
      ) : null}
      <ShowMore query={query} text="Show older" />
    </>
  );
}
