import type { OpsState } from '@copup/shared/ops.ts';
import { operatorPaths } from '@copup/shared/page-paths.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { wholeNumber } from '../../../console/live/metric-tiles.tsx';
import type { RoomTrails } from '../../../console/live/trails.ts';
import { formatRemaining } from '../../../lib/format-time.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState, Skeletons } from '../../../ui/states.tsx';
import { type BaseColumn, Table } from '../../../ui/table.tsx';
import { OverviewCard } from './overview-card.tsx';
import { roomsToWatch } from './rooms-to-watch.ts';

const SHOWN = 6;
type Row = ReturnType<typeof roomsToWatch>[number];

const columns: readonly BaseColumn<Row>[] = [
  {
    name: 'Room',
    cell: (row) => <RoomName {...row} />,
    className: 'px-4',
    cellClass: 'w-full max-w-0 py-1.5 text-left',
    isRowHead: true,
  },
  { name: 'People', cell: ({ sockets }) => wholeNumber.format(sockets), className: 'px-2 text-right' },
  {
    name: 'Msg/s',
    cell: ({ messages }) => wholeNumber.format(messages),
    className: 'hidden px-2 text-right sm:table-cell',
  },
  {
    name: 'p99',
    cell: ({ p99, isSlow }) => (
      <Warned isOn={isSlow}>{p99 === undefined ? '–' : `${wholeNumber.format(p99)} ms`}</Warned>
    ),
    className: 'px-2 text-right whitespace-nowrap',
  },
  {
    name: 'Ends',
    cell: ({ left, isEnding }) => (
      <Warned isOn={isEnding}>
        {left === undefined ? '–' : left === 0 ? 'ended' : formatRemaining(left)}
      </Warned>
    ),
    className: 'px-4 text-right whitespace-nowrap',
  },
];

function Warned({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return isOn ? <span className="font-semibold text-warn">{children}</span> : children;
}

/** Rooms of real players whose updates arrive slowly, and those that end within seconds; then the busiest. */
export function RoomsCard({ state, trails }: { state: OpsState | undefined; trails: RoomTrails }) {
  const nowMs = useServerNow();
  const rows = state ? roomsToWatch(state, trails, nowMs) : [];
  const urgent = (row: Row) => (row.isSlow ? 2 : 0) + (row.isEnding ? 1 : 0);
  const shown = [...rows].sort((a, b) => urgent(b) - urgent(a)).slice(0, SHOWN);
  const slow = rows.filter(({ isSlow }) => isSlow).length;
  return (
    <OverviewCard
      id="rooms"
      title="Rooms to watch"
      chip={slow > 0 ? <Chip look="warn">{slow} slow</Chip> : null}
      link={{ to: operatorPaths.rooms, name: `All ${wholeNumber.format(state?.roomCount ?? 0)} rooms` }}
    >
      {state ? null : (
        <div className="px-4 pb-4">
          <Skeletons text="Loading..." count={3} className="h-11" />
        </div>
      )}
      {state && shown.length === 0 ? <EmptyState title="No rooms are open" /> : null}
      {shown.length > 0 ? (
        <Table
          caption="Rooms to watch"
          columns={columns}
          rows={shown}
          keyOf={({ room }) => room}
          headClass="py-1 text-left text-xs font-normal text-ink-2"
          rowClass={({ isSlow }) => isSlow && 'bg-warn-soft'}
        />
      ) : null}
    </OverviewCard>
  );
}

function RoomName({ name, room, status, isSlow, isEnding }: Row) {
  const words = isSlow ? 'Updates arrive slowly' : isEnding ? 'Ends in seconds' : (status ?? room);
  return (
    <Link to={recordPath('room', room) ?? ''} className="block min-h-tap content-center">
      <span className="block truncate font-semibold">{name ?? room}</span>
      <span className="block truncate text-xs font-normal text-ink-2">{words}</span>
    </Link>
  );
}
