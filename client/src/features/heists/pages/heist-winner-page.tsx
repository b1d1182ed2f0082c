import type { CompletedHeist } from '@copup/shared/heists.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { prizeTints } from '../../../ui/vault-card.tsx';
import { HeistBanner } from '../heist-banner.tsx';
import { completedQuery } from '../queries.ts';
import { WinnerModal } from '../winner-modal.tsx';

/** Completed heists, the last one first. */
export function Page() {
  useTitle('Heist winners');
  const query = useInfiniteQuery(completedQuery());
  const { data, isPending, isError, hasNextPage, refetch } = query;
  const isLoading = useSteadyLoading(isPending);
  const heists = isLoading ? undefined : data;
  const [open, setOpen] = useState<CompletedHeist | null>(null);
  return (
    <>
      <PageHeader title="Heist winners" backTo={paths.heists}>
        <BalancePill className="h-9 rounded-full bg-surface px-3 shadow-1" />
      </PageHeader>
      <PageBody>
        <HeistBanner title="Vaults already cracked." text={countText(heists?.length ?? 0, hasNextPage)} />
        {isError ? (
          <ErrorState isWhole={!heists} message="Error fetching heists." onRetry={() => void refetch()} />
        ) : null}
        {isLoading ? <Skeletons text="Loading heists..." count={3} className="h-38 rounded-[22px]!" /> : null}
        {heists?.length === 0 ? (
          <Card>
            <EmptyState title="No heists available.">The first winner appears here.</EmptyState>
          </Card>
        ) : null}
        {heists && heists.length > 0 ? (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-5">
            {heists.map((heist) => (
              <li key={heist.id}>
                <CompletedCard heist={heist} onOpen={() => setOpen(heist)} />
              </li>
            ))}
          </ul>
        ) : null}
        <ShowMore query={query} />
      </PageBody>
      {open ? <WinnerModal heist={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function CompletedCard({ heist, onOpen }: { heist: CompletedHeist; onOpen: () => void }) {
  return (
    <article
      aria-label={heist.name}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-[22px] bg-surface p-3.5 shadow-2"
    >
      <div className="flex flex-wrap items-center gap-3.5">
        <ItemPicture
          name={heist.prize_name}
          category={heist.category}
          image={heist.prize_image}
          sizes="72px"
          className={classNames('size-18 rounded-[18px]!', prizeTints[heist.category])}
        />
        <div className="min-w-0 flex-[1_1_9rem]">
          <h2 className="text-[1.125rem] leading-tight wrap-anywhere">{heist.name}</h2>
          <p className="text-sm text-ink-2 wrap-anywhere">{heist.prize_name}</p>
        </div>
      </div>
      <Button look="line" onClick={onOpen}>
        View Winner
        <span className="sr-only"> of {heist.name}</span>
      </Button>
    </article>
  );
}

function countText(count: number, hasMore: boolean): string {
  if (count === 0 || hasMore) return 'The latest winners first';
  return `${count} ${count === 1 ? 'heist' : 'heists'} completed`;
}
