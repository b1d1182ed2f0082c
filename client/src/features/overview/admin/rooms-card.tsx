import type { OpsRoom, OpsState } from '@copup/shared/ops.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { Link } from 'react-router-dom';
import type { RoomTrails } from '../../../console/live/trails.ts';
import { formatRemaining, secondsLeft } from '../../../lib/format-time.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Chip } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState, Skeletons } from '../../../ui/states.tsx';

const SHOWN = 6;
const SOON_S = 30;
const whole = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });

interface RoomsCardProps {
  state: OpsState | undefined;
  trails: RoomTrails;
}

/** Rooms whose updates arrive slowly, and those that end within seconds; then the busiest. */
export function RoomsCard({ state, trails }: RoomsCardProps) {
  const nowMs = useServerNow();
  const goalMs = state?.goalMs ?? Number.POSITIVE_INFINITY;
  const rows = (state?.rooms ?? []).map((room) => {
    const p99 = room.emit?.p99 ?? trails.get(room.room)?.p99s.at(-1);
    const left = room.endsAt === undefined ? undefined : secondsLeft(room.endsAt, nowMs);
    return {
      room,
      p99,
      left,
      isSlow: p99 !== undefined && p99 > goalMs,
      isEnding: left !== undefined && left <= SOON_S,
    };
  });
  const urgent = (row: (typeof rows)[number]) => (row.isSlow ? 2 : 0) + (row.isEnding && row.left ? 1 : 0);
  const shown = [...rows].sort((a, b) => urgent(b) - urgent(a)).slice(0, SHOWN);
  const slow = rows.filter(({ isSlow }) => isSlow).length;
  return (
    <section aria-labelledby="rooms" className="overflow-hidden rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-2.5 px-4 py-3">
        <h2 id="rooms" className="text-base">
          Rooms to watch
        </h2>
        {slow > 0 ? <Chip look="warn">{slow} slow</Chip> : null}
        <Link
          to={operatorPath(operatorPaths.rooms)}
          className="ml-auto inline-flex min-h-tap items-center text-sm font-semibold text-brand"
        >
          All {whole.format(state?.roomCount ?? 0)} rooms
        </Link>
      </header>
      {state ? null : (
        <div className="px-4 pb-4">
          <Skeletons text="Loading..." count={3} className="h-11" />
        </div>
      )}
      {state && shown.length === 0 ? <EmptyState title="No rooms are open" /> : null}
      {shown.length > 0 ? (
        <table className="w-full text-sm">
          <caption className="sr-only">Rooms to watch</caption>
          <thead className="text-left text-xs text-ink-2">
            <tr>
              <th scope="col" className="px-4 py-1 font-normal">
                Room
              </th>
              <th scope="col" className="px-2 py-1 text-right font-normal">
                People
              </th>
              <th scope="col" className="hidden px-2 py-1 text-right font-normal sm:table-cell">
                Msg/s
              </th>
              <th scope="col" className="px-2 py-1 text-right font-normal">
                p99
              </th>
              <th scope="col" className="px-4 py-1 text-right font-normal">
                Ends
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ room, p99, left, isSlow, isEnding }) => (
              <tr key={room.room} className={classNames('border-t border-line', isSlow && 'bg-warn-soft')}>
                <th scope="row" className="w-full max-w-0 px-4 py-1.5 text-left">
                  <RoomName room={room} isSlow={isSlow} isEnding={isEnding} />
                </th>
                <td className="px-2 text-right">{whole.format(room.sockets)}</td>
                <td className="hidden px-2 text-right sm:table-cell">{whole.format(room.messages)}</td>
                <td
                  className={classNames(
                    'px-2 text-right whitespace-nowrap',
                    isSlow && 'font-semibold text-warn',
                  )}
                >
                  {p99 === undefined ? '–' : `${whole.format(p99)} ms`}
                </td>
                <td
                  className={classNames(
                    'px-4 text-right whitespace-nowrap',
                    isEnding && left ? 'font-semibold text-warn' : '',
                  )}
                >
                  {left === undefined ? '–' : left === 0 ? 'ended' : formatRemaining(left)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}

function RoomName({ room, isSlow, isEnding }: { room: OpsRoom; isSlow: boolean; isEnding: boolean }) {
  const words = isSlow ? 'Updates arrive slowly' : isEnding ? 'Ends in seconds' : (room.status ?? room.room);
  return (
    <Link to={recordPath('room', room.room) ?? ''} className="block min-h-tap content-center">
      <span className="block truncate font-semibold">{room.name ?? room.room}</span>
      <span className="block truncate text-xs font-normal text-ink-2">{words}</span>
    </Link>
  );
}
