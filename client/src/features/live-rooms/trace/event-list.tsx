import type { RoomTrace } from '@copup/shared/room-trace.ts';
import { classNames } from '../../../ui/class-names.ts';
import { wordsOf } from './event-words.ts';
import { formatOffset } from './trace-times.ts';

const BEFORE = 11;
const AFTER = 2;

interface EventListProps {
  trace: RoomTrace;
  /** Number of events that have happened. */
  done: number;
}

/** The last events, the newest first, and below the line above them those that come next. */
export function EventList({ trace: { events, from, servers }, done }: EventListProps) {
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
