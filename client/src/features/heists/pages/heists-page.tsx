import type { Heist } from '@copup/shared/heists.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { ShoppingCart } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { FailedRead, useSteadyLoading } from '../../../ui/states.tsx';
import { HeistBanner } from '../heist-banner.tsx';
import { HeistGrid } from '../heist-grid.tsx';
import { HeistsAge } from '../list-age.tsx';
import { byUrgency, mergeLists } from '../live-heist.ts';
import { useHeists } from '../use-heists.ts';
import { useStart } from '../use-start.ts';

/** H6: heists that can be joined or answered, and heists about to start. */
export function Page() {
  const available = useHeists('available');
  const started = useHeists('started');
  const onHold = useHeists('on_hold');
  const all = useMemo(
    () => byUrgency(mergeLists([started.data, available.data, onHold.data])),
    [started.data, available.data, onHold.data],
  );
  const isSoon = ({ status }: Heist) => status === 'on_hold';
  const open = all.filter((heist) => !isSoon(heist));
  const soon = all.filter(isSoon);
  const areOpenLoading = useSteadyLoading(available.isPending || started.isPending);
  const isSoonLoading = useSteadyLoading(onHold.isPending);
  useStart(all);
  return (
    <Screen
      title="Heist"
      aside={
        <>
          <Link
            to={paths.heistCart}
            className="inline-flex h-tap items-center gap-1.5 rounded-full bg-surface px-3 text-sm font-semibold shadow-1"
          >
            <ShoppingCart size={18} aria-hidden />
            Cart
          </Link>
          <BalancePill className="h-tap rounded-full bg-surface px-3 shadow-1" />
        </>
      }
    >
      <HeistBanner
        title="One question opens the vault."
        text="See who cracked the last one"
        to={paths.heistWinners}
      />
      <HeistsAge
        readAtMs={available.dataUpdatedAt || started.dataUpdatedAt || onHold.dataUpdatedAt}
        hasTicket={all.some(({ joined }) => joined)}
      />
      <Section
        title="Heists"
        heists={open}
        isLoading={areOpenLoading}
        emptyText="There are no heists to join right now. New ones appear here as soon as they open."
        lists={[
          [available, 'Unable to load heists. Please try again.'],
          [started, 'Unable to load started heists. Please try again.'],
        ]}
      />
      <Section
        title="Heists About to Start"
        heists={soon}
        isLoading={isSoonLoading}
        emptyText="There are no heists about to start. Heists move here shortly before their start."
        lists={[[onHold, 'Unable to load heists on hold. Please try again.']]}
      />
      <nav
        aria-label="More ways to a heist"
        className="flex flex-wrap gap-x-5 text-sm font-semibold text-brand"
      >
        <Link to={paths.preventHeist} className="inline-flex min-h-tap items-center">
          Prevent Heist
        </Link>
        <Link to={paths.heist} className="inline-flex min-h-tap items-center">
          How heists open
        </Link>
      </nav>
    </Screen>
  );
}

interface SectionProps {
  title: string;
  heists: readonly Heist[];
  isLoading: boolean;
  emptyText: string;
  /** The lists that the heists are from, each with the text of a failed read. */
  lists: readonly (readonly [query: ReturnType<typeof useHeists>, failed: string])[];
}

function Section({ title, heists, isLoading, emptyText, lists }: SectionProps) {
  const [more] = [...lists].reverse().find(([{ hasNextPage }]) => hasNextPage) ?? [];
  const count = heists.filter(({ status }) => status === 'available').length;
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-4">
      <div className="mt-1 flex items-baseline justify-between gap-3">
        <h2 className="text-ctl">{title}</h2>
        {count > 0 ? (
          <span className="text-sm text-ink-3">
            {count}
            {more ? '+' : ''} available
          </span>
        ) : null}
      </div>
      {lists.map(([query, failed]) => (
        <FailedRead key={failed} query={query} isWhole={heists.length === 0} message={failed} />
      ))}
      <HeistGrid {...{ heists, isLoading, emptyText }} hasFailed={lists.some(([{ isError }]) => isError)} />
      {more ? <ShowMore query={more} /> : null}
    </section>
  );
}
