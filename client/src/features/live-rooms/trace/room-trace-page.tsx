import { isolate } from '@copup/shared/isolate.ts';
import { operatorPaths } from '@copup/shared/page-paths.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import type { RoomTrace } from '@copup/shared/room-trace.ts';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { ExportButton } from '../../../console/export-button.tsx';
import { ItemFrame } from '../../../console/items/item-page.tsx';
import { showClock } from '../../../console/local-time.ts';
import { request } from '../../../lib/api.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { LiveRoom } from './live-room.tsx';
import { Replay } from './replay.tsx';

/** The API's path of a room's trace. */
const tracePath = (room: string) => `/admin/rooms/${encodeURIComponent(room)}/trace`;

/** Reads a trace once: what is replayed does not change meanwhile. `refetch` reads the minutes until now. */
const useRoomTrace = (room: string) =>
  useQuery({
    queryKey: ['room-trace', room],
    queryFn: ({ signal }) => request<RoomTrace>(tracePath(room), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** O2: the last minutes of one room, to be replayed. */
export function Page() {
  const { id: room = '' } = useParams();
  return <TraceOf key={room} room={room} />;
}

function TraceOf({ room }: { room: string }) {
  const { data: trace, error, isFetching, refetch } = useRoomTrace(room);
  const title = trace?.name ?? room;
  useTitle(`Room ${isolate(title)}`);
  return (
    <ItemFrame list={operatorPaths.rooms} name="Live rooms">
      <header className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h1 className="text-[1.375rem] wrap-anywhere lg:text-[1.75rem]">{title}</h1>
          <p className="mt-1 text-sm wrap-anywhere text-ink-2">
            {room}
            <ItemLink room={room} />
          </p>
        </div>
        {trace ? (
          <div className="flex flex-wrap gap-2">
            <Button look="line" busy={isFetching} onClick={() => void refetch()}>
              <RotateCw size={18} aria-hidden />
              Read until now
            </Button>
            {trace.count > 0 ? (
              <ExportButton
                path={`${tracePath(room)}/file`}
                filename={`copup-${room.replace(':', '-')}.jsonl`}
                name="Export trace"
              />
            ) : null}
          </div>
        ) : null}
      </header>
      <LiveRoom room={room} />
      {error ? (
        <ErrorState
          message={
            error instanceof ApiError && error.status === 400
              ? `There is no room ${room}.`
              : messageOf(error, 'The trace could not be read.')
          }
          onRetry={() => void refetch()}
        />
      ) : null}
      {!trace && !error ? <Skeletons text="Loading..." count={3} className="h-32 rounded-lg" /> : null}
      {trace ? <Loaded trace={trace} /> : null}
    </ItemFrame>
  );
}

function ItemLink({ room }: { room: string }) {
  const [kind = '', id] = room.split(':', 2);
  const to = id === undefined ? null : recordPath(kind, id);
  if (to === null) return null;
  return (
    <>
      {' · '}
      <Link to={to} className="inline-flex min-h-tap min-w-tap items-center font-semibold text-brand">
        Open its page
      </Link>
    </>
  );
}

function Loaded({ trace }: { trace: RoomTrace }) {
  return (
    <>
      <TraceNotes trace={trace} />
      {trace.count === 0 ? (
        <div className="rounded-lg bg-surface shadow-1">
          <EmptyState
            title={trace.minutes === 0 ? 'Rooms are not recorded' : 'Nothing happened in this room'}
          >
            {trace.minutes === 0
              ? 'The setting roomTraceMinutes turns the recording on.'
              : `There were no joins, frames or bids in the last ${trace.minutes} minutes.`}
          </EmptyState>
        </div>
      ) : (
        <>
          <h2 className="text-base">Replay of the last {trace.minutes} minutes</h2>
          <Replay key={trace.to} trace={trace} />
        </>
      )}
      <p className="text-sm text-ink-2">
        Players are shown as p1, p2, … in the order of their first event. The trace and its file have no
        names, e-mail addresses, tokens or network addresses, and the numbers mean the same player in one file
        only.
      </p>
    </>
  );
}

/** What is missing in a trace. */
function TraceNotes({ trace: { servers, isWhole } }: { trace: RoomTrace }) {
  const of = (state: 'silent' | 'gone') => servers.filter((server) => server.state === state);
  const [silent, gone] = [of('silent'), of('gone')];
  const cut = servers.filter(({ state, isCut }) => state === 'answered' && isCut);
  return (
    <>
      {isWhole ? null : (
        <Note look="offline" role="status" title="One server only">
          Redis can’t be reached, so events of other servers are missing.
        </Note>
      )}
      {silent.length > 0 ? (
        <Note look="offline" role="status" title={`${serversIn(silent.length)} did not answer`}>
          Their events are missing. Read again in a moment.
        </Note>
      ) : null}
      {gone.length > 0 ? (
        <Note look="info" title={`${serversIn(gone.length)} stopped in these minutes`}>
          The events there are lost. Last seen at {gone.map(({ seenAt }) => showClock(seenAt)).join(', ')}.
        </Note>
      ) : null}
      {cut.length > 0 ? (
        <Note look="info" title="Earlier events were dropped">
          There were too many to keep. All servers are complete from{' '}
          {showClock(Math.max(...cut.map(({ from }) => from)))} on.
        </Note>
      ) : null}
    </>
  );
}

const serversIn = (count: number) => (count === 1 ? '1 server' : `${count} servers`);
