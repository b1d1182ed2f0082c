import type { OpsFound, OpsState } from '@copup/shared/ops.ts';
import { Pause, Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { MetricTiles } from '../../console/live/metric-tiles.tsx';
import { useLiveRooms } from '../../console/live/use-live-rooms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { QueuesTable } from './queues-table.tsx';
import { RoomsTable } from './rooms-table.tsx';
import { useFoundRooms } from './use-found-rooms.ts';

const whole = new Intl.NumberFormat('en-NG');
const HistoryPlot = lazy(async () => ({ default: (await import('./history-plot.tsx')).HistoryPlot }));

/** Every room of every server, live (O2). */
export function Page() {
  const { state, trails, minutes, isPaused, setPaused, ageS, isStale, refusal } = useLiveRooms();
  const [find, setFind] = useState(() => new URLSearchParams(location.search).get('find') ?? '');
  const found = useFoundRooms(find, trails.rooms, isPaused);
  const [span, setSpan] = useState<'minutes' | 'day'>();
  if (refusal !== undefined) return <ErrorState isWhole message={refusal} />;
  const standstill = isPaused
    ? ({ look: 'paused', text: 'Paused' } as const)
    : isStale
      ? ({ look: 'stale', text: `No updates for ${ageS} s` } as const)
      : undefined;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-52 flex-1 lg:max-w-xs">
          <Field
            label="Find a room"
            type="search"
            value={find}
            onChange={(event) => setFind(event.target.value)}
          />
        </div>
        <Button look="line" aria-pressed={isPaused} disabled={!state} onClick={() => setPaused(!isPaused)}>
          {isPaused ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <p className="min-h-tap content-center text-sm text-ink-2">
          {freshness(state, isPaused, isStale, ageS)}
        </p>
      </div>
      {isStale ? (
        <Note look="offline" role="status" title={`No updates for ${ageS} s`}>
          These are the last figures. They update again once the server can be reached.
        </Note>
      ) : null}
      {state?.isWhole === false ? (
        <Note look="offline" role="status" title="One server only">
          Redis can’t be reached, so figures of other servers are missing.
        </Note>
      ) : null}
      <MetricTiles state={state} points={trails.total} toClient={trails.toClient} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <RoomsTable
          key={found?.by}
          listing={found?.state ?? state ?? null}
          trails={found?.trails ?? trails.rooms}
          goalMs={state?.goalMs}
          count={state ? countOf(state, found?.state) : ''}
          standstill={standstill}
          emptyTitle={found ? 'No open room by that name' : 'No rooms are open'}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <QueuesTable queues={state?.queues} />
          <section aria-label="History" className="rounded-[18px] bg-surface p-3.5 shadow-1">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="text-base">History</h2>
              <span className="flex gap-2">
                {(['minutes', 'day'] as const).map((one) => (
                  <Button
                    key={one}
                    look="line"
                    size="sm"
                    aria-pressed={span === one}
                    onClick={() => setSpan(span === one ? undefined : one)}
                  >
                    {one === 'minutes' ? '10 minutes' : 'A day'}
                  </Button>
                ))}
              </span>
            </div>
            {span ? (
              <Suspense fallback={<Skeletons text="Loading..." count={1} className="h-55" />}>
                <HistoryPlot points={span === 'minutes' ? trails.total : minutes} />
              </Suspense>
            ) : null}
          </section>
        </div>
      </div>
    </>
  );
}

function freshness(state: unknown, isPaused: boolean, isStale: boolean, ageS: number) {
  if (!state) return 'Waiting for the first figures';
  if (isPaused) return 'Paused';
  if (isStale) return `Last updated ${ageS} s ago`;
  return <span className="text-ok">Live, updated {ageS} s ago</span>;
}

function countOf({ rooms, roomCount }: OpsState, found: OpsFound | undefined): string {
  if (!found) return `${whole.format(rooms.length)} of ${whole.format(roomCount)}, by activity`;
  const { count } = found;
  return count > found.rooms.length
    ? `${found.rooms.length} of ${whole.format(count)} found, by activity`
    : `${whole.format(count)} found of ${whole.format(roomCount)}`;
}
