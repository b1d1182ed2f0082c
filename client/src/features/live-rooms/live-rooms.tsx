import { formatNumber } from '@copup/shared/coins.ts';
import { findRoom } from '@copup/shared/find-room.ts';
import type { OpsFound, OpsPoint, OpsQueue, OpsState } from '@copup/shared/ops.ts';
import { Pause, Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { MetricTiles } from '../../console/live/metric-tiles.tsx';
import { extendRooms, type RoomTrails } from '../../console/live/trails.ts';
import { useLiveRooms } from '../../console/live/use-live-rooms.ts';
import { useRoom } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { countColumn, DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { useSettled } from '../../ui/use-coalesced.ts';
import { DriftTable } from './drift-table.tsx';
import { RoomsTable } from './rooms-table.tsx';

const HistoryPlot = lazy(async () => ({ default: (await import('./history-plot.tsx')).HistoryPlot }));

/** Every room of every server, live (O2). */
export function Page() {
  const { state, trails, minutes, isPaused, setPaused, ageS, isStale, refusal } = useLiveRooms();
  const [find, setFind] = useState(() => new URLSearchParams(location.search).get('find') ?? '');
  const found = useFoundRooms(find, trails.rooms, isPaused);
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
      <DriftTable />
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
          <History seconds={trails.total} minutes={minutes} />
        </div>
      </div>
    </>
  );
}

interface HistoryProps {
  /** Of the last ten minutes. */
  seconds: readonly OpsPoint[];
  /** Of the last day. */
  minutes: readonly OpsPoint[];
}

function History({ seconds, minutes }: HistoryProps) {
  const [span, setSpan] = useState<'minutes' | 'day'>();
  return (
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
          <HistoryPlot points={span === 'minutes' ? seconds : minutes} />
        </Suspense>
      ) : null}
    </section>
  );
}

function freshness(state: unknown, isPaused: boolean, isStale: boolean, ageS: number) {
  if (!state) return 'Waiting for the first figures';
  if (isPaused) return 'Paused';
  if (isStale) return `Last updated ${ageS} s ago`;
  return <span className="text-ok">Live, updated {ageS} s ago</span>;
}

function countOf({ rooms, roomCount }: OpsState, found: OpsFound | undefined): string {
  if (!found) return `${formatNumber(rooms.length)} of ${formatNumber(roomCount)}, by activity`;
  const { count } = found;
  return count > found.rooms.length
    ? `${found.rooms.length} of ${formatNumber(count)} found, by activity`
    : `${formatNumber(count)} found of ${formatNumber(roomCount)}`;
}

const columns: TableColumn<OpsQueue>[] = [
  { name: 'Queue', cell: ({ name }) => name, isOnPhone: true },
  countColumn('Waiting', ({ waiting }) => waiting, true),
  countColumn('Active', ({ active }) => active),
  countColumn('Later', ({ later }) => later),
  {
    name: 'Failed',
    cell: ({ failed }) => (
      <span className={failed > 0 ? 'font-semibold text-danger' : undefined}>{formatNumber(failed)}</span>
    ),
    isNumber: true,
    isOnPhone: true,
  },
];

/** The job queues: scheduled and waiting jobs. */
function QueuesTable({ queues }: { queues: OpsQueue[] | undefined }) {
  const failed = queues?.reduce((sum, queue) => sum + queue.failed, 0) ?? 0;
  return (
    <DataTable
      title="Job queue"
      aside={failed > 0 ? <Chip look="bad">{formatNumber(failed)} failed</Chip> : null}
      columns={columns}
      rows={queues ?? null}
      keyOf={({ name }) => name}
      subLine={({ active, later }) => `${formatNumber(active)} active, ${formatNumber(later)} later`}
      emptyTitle="No queues"
    />
  );
}

/** Time without input after which the search starts. */
const TYPED_MS = 300;

interface FoundRooms {
  /** The room of this search. */
  by: string;
  state: OpsFound;
  trails: RoomTrails;
}

/**
 * Returns the open rooms that match a text, on all servers, updated each second. Earlier results stay until the next arrive.
 * Returns undefined without a search. `trails` are those of rooms shown before.
 */
function useFoundRooms(typed: string, trails: RoomTrails, isPaused: boolean): FoundRooms | undefined {
  const wanted = typed.trim();
  const settled = useSettled(wanted, TYPED_MS);
  const by = wanted === '' || settled === '' ? null : findRoom(settled);
  const { state } = useRoom<'find'>(by);
  const [found, setFound] = useState<FoundRooms>();
  if (wanted === '') {
    if (found) setFound(undefined);
  } else if (by !== null && state && state !== found?.state && !(isPaused && found?.by === by)) {
    const before = new Map([...trails, ...(found?.trails ?? [])]);
    setFound({ by, state, trails: extendRooms(before, state.rooms) });
  }
  return wanted === '' ? undefined : found;
}
