import type { JoinedAuction } from '@copup/shared/auctions.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { FilterChips } from './lists/filter-chips.tsx';
import { JoinedRow } from './lists/joined-row.tsx';
import type { JoinedFilter, JoinedGroup } from './lists/joined-state.ts';
import { useJoinedRows } from './lists/use-joined-rows.ts';
import { useJoinedAuctions } from './use-joined-auctions.ts';

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
export function JoinedAuctions() {
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
        action={
          <ButtonLink look="ink" to={paths.auctions}>
            See the auctions
          </ButtonLink>
        }
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
        label="Show"
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
      {shown.length === 0 ? <EmptyState title="None of your auctions is here." /> : null}
    </>
  );
}
