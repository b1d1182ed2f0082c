import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { TimelineEntry, TimelineFilter } from '@copup/shared/timeline.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { entryIcon } from '../../balance/entry-icon.ts';
import { entryAmount, entryCause, entryTitle } from '../../balance/entry-words.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formatMoment } from '../../lib/format-time.ts';
import { useChoices } from '../../lib/use-choices.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Radios } from '../../ui/radios.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { daysOf } from './days.ts';
import { SplitCard } from './split-card.tsx';
import { useFollowBalance, useTimeline } from './use-timeline.ts';

const filters: readonly (readonly [filter: TimelineFilter | '', name: string])[] = [
  ['', 'All'],
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

/** W11: where each coin came from and went, with the balance after it. */
export function Page() {
  useTitle('Your coins');
  useFollowBalance();
  const [search, setSearch] = useChoices();
  const asked = search.get('show') ?? '';
  const filter = filters.find(([value]) => value === asked)?.[0] ?? '';
  return (
    <>
      <PageHeader title="Your coins" backTo={paths.dashboard} />
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
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useTimeline(filter);
  if (isPending && !error) return <Skeletons text="Loading..." count={5} className="h-16 rounded-lg" />;
  const entries: TimelineEntry[] = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {error ? (
        <ErrorState
          message={messageOf(error, 'Your history could not be read.')}
          onRetry={() => void refetch()}
          isWhole={entries.length === 0}
        />
      ) : null}
      {daysOf(entries, Date.now()).map(({ day, items }, nth) => (
        <section key={day} aria-label={day}>
          <header className="mb-1.5 flex items-baseline justify-between px-0.5 text-sm text-ink-2">
            <h2 className="font-sans text-sm font-normal tracking-normal">{day}</h2>
            {nth === 0 ? <span className="text-xs">available after</span> : null}
          </header>
          <ul className="overflow-hidden rounded-lg bg-surface shadow-2">
            {items.map((entry) => (
              <EntryRow key={entry.seq} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      {data && entries.length === 0 && !hasNextPage ? (
        <EmptyState title={filter ? 'No entries of this kind' : 'No coins have moved yet'} />
      ) : null}
      {data && entries.length === 0 && hasNextPage ? (
        <p className="py-4 text-center text-sm text-ink-2">
          No entries of this kind among your newest entries.
        </p>
      ) : null}
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      ) : null}
    </>
  );
}

/** One entry, linked to the page of its subject. */
function EntryRow({ entry }: { entry: TimelineEntry }) {
  const { coins, sign } = entryAmount(entry);
  const [Icon, look] = entryIcon(entry.kind, sign);
  const cause = entryCause(entry);
  const time = formatMoment(Date.parse(entry.at), Date.now());
  return (
    <li className="border-b border-line last:border-0">
      <Frame path={entry.path}>
        <span className={classNames('grid size-10 shrink-0 place-items-center rounded-full', look)}>
          <Icon size={20} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-ctl font-semibold">{entryTitle(entry)}</span>
          <span className="block truncate text-sm text-ink-2">{cause ? `${cause} · ${time}` : time}</span>
        </span>
        <span className="grid shrink-0 justify-items-end">
          <span
            className={classNames('font-semibold', sign === '+' ? 'text-ok' : sign === '' && 'text-ink-2')}
          >
            {sign}
            {formatNumber(coins)}
            <span className="sr-only"> {coinWord(coins)}, </span>
          </span>
          <span className="text-sm text-ink-2">
            {formatNumber(entry.balance.available)}
            <span className="sr-only"> available after</span>
          </span>
        </span>
      </Frame>
    </li>
  );
}

function Frame({ path, children }: { path: string | null; children: ReactNode }) {
  const look = 'flex min-h-16 items-center gap-3 px-3.5 py-2.5';
  return path ? (
    <Link to={path} className={classNames(look, 'hover:bg-sunken')}>
      {children}
    </Link>
  ) : (
    <div className={look}>{children}</div>
  );
}
