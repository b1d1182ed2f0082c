import { LockOpen } from 'lucide-react';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Card } from '../../ui/card.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons, useSteadyLoading } from '../../ui/states.tsx';
import { HeistCard } from './heist-card.tsx';
import { ListAge } from './list-age.tsx';
import { minutesLeftText } from './live-heist.ts';
import { useHeists } from './use-heists.ts';
import { useStart } from './use-start.ts';

interface EarlyHeistsProps {
  untilMs: number;
  /** Called if the server's unlock has expired. */
  onLocked: () => void;
}

/** The waiting heists, and how long they stay unlocked. */
export function EarlyHeists({ untilMs, onLocked }: EarlyHeistsProps) {
  const query = useHeists('waiting');
  const { data, dataUpdatedAt, error, isPending, isError, refetch } = query;
  const heists = data ?? [];
  const isLoading = useSteadyLoading(isPending);
  const isLocked = error instanceof ApiError && error.code === 'HEIST_LOCKED';
  useEffect(() => {
    if (isLocked) onLocked();
  }, [isLocked, onLocked]);
  useStart(heists);
  return (
    <>
      <p className="flex items-center gap-2.5 rounded-md bg-ok-soft px-3.5 py-3">
        <LockOpen size={20} aria-hidden className="shrink-0 text-ok" />
        <span role="timer">
          <b className="font-semibold">Unlocked.</b> {minutesLeftText(untilMs - useServerNow())}
        </span>
      </p>
      <ListAge readAtMs={dataUpdatedAt} hasTicket={heists.some(({ joined }) => joined)} />
      {isError && !isLocked ? (
        <ErrorState
          isWhole={heists.length === 0}
          message="Unable to load waiting heists. Please try again."
          onRetry={() => void refetch()}
        />
      ) : null}
      {isLoading ? (
        <Skeletons text="Loading heists..." count={2} className="h-56 rounded-[22px]!" />
      ) : heists.length > 0 ? (
        <section
          aria-label="Waiting heists"
          className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-5"
        >
          <h2 className="sr-only">Waiting heists</h2>
          {heists.map((heist) => (
            <HeistCard key={heist.id} heist={heist} isEarly />
          ))}
        </section>
      ) : isError ? null : (
        <Card>
          <EmptyState title="No Heists Available">There are no waiting heists right now.</EmptyState>
        </Card>
      )}
      <ShowMore query={query} />
    </>
  );
}
