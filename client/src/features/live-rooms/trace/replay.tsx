import { formatNumber } from '@copup/shared/coins.ts';
import type { RoomTrace, RoomTraceServer } from '@copup/shared/room-trace.ts';
import { useEffect, useMemo, useReducer } from 'react';
import { Facts } from '../../../console/facts.tsx';
import { showClock } from '../../../console/local-time.ts';
import { Chip } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { wordsOf } from './event-words.ts';
import { type PlayerAction, type PlayerState, play, type Recording, shownMs, startState } from './player.ts';
import { TimelinePlot } from './timeline-plot.tsx';
import { formatOffset } from './trace-times.ts';
import { type ServerView, viewAfter } from './trace-view.ts';
import { Scrubber, Transport } from './transport.tsx';

/** The player of a trace, and the room at the moment that it shows. */
export function Replay({ trace }: { trace: RoomTrace }) {
  const { recording, state, act } = usePlayer(trace);
  const { done, shownFromMs: shownFrom } = state;
  const length = shownMs(recording, state);
  const view = useMemo(() => viewAfter(trace, done), [trace, done]);
  const clock = `${showClock(trace.from + state.atMs)} WAT`;
  const controls = { recording, state, act, clock };
  const worst = Math.max(-1, ...view.servers.map(({ worstLag }) => worstLag ?? -1));
  const ms = (value: number | undefined) =>
    value === undefined || value < 0 ? '–' : `${formatNumber(Math.round(value))} ms`;
  return (
    <>
      <section
        aria-label="Player"
        className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-[18px] bg-surface p-3.5 shadow-1"
      >
        <Transport {...controls} />
        <div className="relative">
          <TimelinePlot trace={trace} from={trace.from + shownFrom} to={trace.from + shownFrom + length} />
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-px bg-ink"
            style={{ left: `${((state.atMs - shownFrom) / Math.max(1, length)) * 100}%` }}
          />
        </div>
        <Scrubber {...controls} />
      </section>
      <Facts
        label="Room at this moment"
        facts={[
          ['Sockets', view.sockets],
          ['Accepted commands', view.accepted],
          ['Refused', view.refused],
          ['Price', view.price === undefined ? '–' : formatNumber(view.price)],
          ['Worst lag', ms(worst)],
          ['Worst reply', ms(view.worstReply)],
        ]}
      />
      <ServersTable servers={trace.servers} views={view.servers} />
      <EventList trace={trace} done={done} />
    </>
  );
}

const BEFORE = 11;
const AFTER = 2;

interface EventListProps {
  trace: RoomTrace;
  /** Number of events that have happened. */
  done: number;
}

/** The last events, the newest first, and below the line above them those that come next. */
function EventList({ trace: { events, from, servers }, done }: EventListProps) {
  const first = Math.max(0, done - BEFORE);
  const shown = events.slice(first, done + AFTER).map((event, nth) => ({ event, nth: first + nth }));
  return (
    <section aria-label="Events" className="rounded-[18px] bg-surface p-3.5 shadow-1">
      <h2 className="flex justify-between gap-3 text-base">
        Events
        <span className="text-xs font-normal text-ink-3">
          {done} of {events.length}
        </span>
      </h2>
      <ol className="mt-2 text-sm">
        {[...shown].reverse().map(({ event, nth }) => {
          const { text, time } = wordsOf(event);
          const isNext = nth >= done;
          return (
            <li
              key={nth}
              aria-current={nth === done - 1 ? 'step' : undefined}
              className={classNames(
                'grid min-h-9 grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-3 border-t border-line py-1.5',
                isNext && 'text-ink-3',
                nth === done - 1 && 'font-semibold',
              )}
            >
              <span className="text-xs tabular-nums">{formatOffset(event.at - from)}</span>
              <span className="wrap-anywhere">
                {isNext ? <span className="sr-only">Next: </span> : null}
                {text}
                <span className={classNames('text-xs font-normal', !isNext && 'text-ink-2')}>
                  {time ? ` · ${time}` : ''}
                  {servers.length > 1 ? ` · server ${event.server + 1}` : ''}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Ten pictures a second: enough to follow, and cheap for a long trace. */
const EACH_MS = 100;

/** Plays a trace in real time. */
function usePlayer({ events, from, to }: RoomTrace): {
  recording: Recording;
  state: PlayerState;
  act: (action: PlayerAction) => void;
} {
  const recording = useMemo(
    () => ({ times: events.map(({ at }) => Math.max(0, at - from)), lengthMs: to - from }),
    [events, from, to],
  );
  const [state, act] = useReducer(
    (before: PlayerState, action: PlayerAction) => play(recording, before, action),
    startState,
  );
  const { isPlaying } = state;
  useEffect(() => {
    if (!isPlaying) return;
    let lastMs = performance.now();
    const timer = setInterval(() => {
      const nowMs = performance.now();
      act({ do: 'tick', elapsedMs: nowMs - lastMs });
      lastMs = nowMs;
    }, EACH_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  return { recording, state, act };
}

interface ServersTableProps {
  servers: readonly RoomTraceServer[];
  views: readonly ServerView[];
}

interface Row extends ServerView {
  nth: number;
  server: RoomTraceServer;
}

const milliseconds = (ms: number | undefined) => (ms === undefined ? '–' : formatNumber(Math.round(ms)));

/** What each server has done until the moment. */
function ServersTable({ servers, views }: ServersTableProps) {
  const rows = servers.flatMap((server, nth): Row[] => {
    const view = views[nth];
    return view ? [{ nth, server, ...view }] : [];
  });
  const count = (read: (row: Row) => number) => (row: Row) =>
    row.server.state === 'answered' ? formatNumber(read(row)) : '–';
  return (
    <DataTable
      title="Servers"
      rows={rows}
      keyOf={({ server }) => server.id}
      subLine={({ joins, reconnects, worstLag }) =>
        `${formatNumber(joins)} joins, ${formatNumber(reconnects)} reconnects, at most ${milliseconds(worstLag)} ms`
      }
      emptyTitle="No server"
      columns={[
        {
          name: 'Server',
          isOnPhone: true,
          cell: ({ nth, server: { state } }) => (
            <>
              Server {nth + 1}{' '}
              {state === 'answered' ? null : (
                <Chip look="warn">{state === 'gone' ? 'stopped' : 'no answer'}</Chip>
              )}
            </>
          ),
        },
        {
          name: 'Sockets',
          cell: count((row) => row.sockets),
          isNumber: true,
          isOnPhone: true,
        },
        { name: 'Joins', cell: count((row) => row.joins), isNumber: true },
        { name: 'Reconnects', cell: count((row) => row.reconnects), isNumber: true },
        { name: 'Frames', cell: count((row) => row.frames), isNumber: true },
        {
          name: 'Lag ms',
          cell: ({ lastLag }) => milliseconds(lastLag),
          isNumber: true,
          isOnPhone: true,
        },
        { name: 'Worst ms', cell: ({ worstLag }) => milliseconds(worstLag), isNumber: true },
        { name: 'Reply ms', cell: ({ lastReply }) => milliseconds(lastReply), isNumber: true },
      ]}
    />
  );
}
