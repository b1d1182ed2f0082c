import type { OpsRoom, OpsState } from '@copup/shared/ops.ts';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatRemaining, secondsLeft } from '../../lib/format-time.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Chip } from '../../ui/chip.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { nextOrder, type RoomOrder } from './room-order.ts';
import type { Trails } from './trails.ts';

interface RoomsTableProps {
  state: OpsState | undefined;
  trails: Trails;
  find: string;
  standstill: { look: 'stale' | 'paused'; text: string } | undefined;
}

interface Row extends OpsRoom {
  p99: number | undefined;
  trail: readonly number[];
  isSlow: boolean;
  isGone: boolean;
}

const whole = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });

/** The busiest rooms of all servers. They keep their places for five seconds, and while somebody points at them. */
export function RoomsTable({ state, trails, find, standstill }: RoomsTableProps) {
  const nowMs = useServerNow();
  const [isHeld, setHeld] = useState(false);
  const [order, setOrder] = useState<RoomOrder>();
  const [known, setKnown] = useState<ReadonlyMap<string, OpsRoom>>(new Map());
  const [seen, setSeen] = useState<OpsState>();
  if (state && state !== seen) {
    const next = nextOrder(
      order,
      state.rooms.map(({ room }) => room),
      state.at,
      isHeld,
    );
    const rooms = new Map(state.rooms.map((room) => [room.room, room]));
    // A room that has emptied under the pointer keeps its row until the pointer leaves.
    for (const name of next.names) {
      const last = known.get(name);
      if (last && !rooms.has(name))
        rooms.set(name, { ...last, sockets: 0, messages: 0, bytes: 0, emit: null });
    }
    setSeen(state);
    setOrder(next);
    setKnown(rooms);
  }
  const wanted = find.trim().toLowerCase();
  const present = new Set(state?.rooms.map(({ room }) => room));
  const rows = (order?.names ?? []).flatMap((name): Row[] => {
    const room = known.get(name);
    if (!room || !`${room.name ?? ''} ${room.room}`.toLowerCase().includes(wanted)) return [];
    const trail = trails.rooms.get(name) ?? [];
    const p99 = room.emit?.p99 ?? trail.at(-1);
    const isSlow = p99 !== undefined && p99 > (state?.goalMs ?? Number.POSITIVE_INFINITY);
    return [{ ...room, p99, trail, isSlow, isGone: !present.has(name) }];
  });
  const slow = rows.filter(({ isSlow }) => isSlow).length;
  return (
    <div
      onPointerEnter={({ pointerType }) => setHeld(pointerType === 'mouse')}
      onPointerLeave={() => setHeld(false)}
    >
      <DataTable
        title="Live rooms"
        aside={
          <>
            {slow > 0 ? <Chip look="warn">{slow} slow</Chip> : null}
            {state ? `${rows.length} of ${whole.format(state.roomCount)}, by activity` : null}
          </>
        }
        columns={columnsFor(state?.goalMs, nowMs)}
        rows={state ? rows : null}
        keyOf={({ room }) => room}
        subLine={({ room, sockets }) => `${room}, ${whole.format(sockets)} sockets`}
        isWarning={({ isSlow }) => isSlow}
        standstill={standstill}
        emptyTitle={wanted === '' ? 'No rooms are open' : 'None of the busiest rooms is called that'}
      />
    </div>
  );
}

function columnsFor(goalMs: number | undefined, nowMs: number): TableColumn<Row>[] {
  return [
    { key: 'room', name: 'Room', cell: ({ name, room }) => name ?? room, isOnPhone: true },
    { key: 'id', name: 'Id', cell: ({ room }) => room },
    { key: 'sockets', name: 'Sockets', cell: ({ sockets }) => whole.format(sockets), isNumber: true },
    {
      key: 'messages',
      name: 'Msg/s',
      cell: ({ messages }) => whole.format(messages),
      isNumber: true,
      isOnPhone: true,
    },
    { key: 'bytes', name: 'Bytes/s', cell: ({ bytes }) => formatBytes(bytes), isNumber: true },
    {
      key: 'trail',
      name: 'Trend',
      cell: ({ trail, isSlow }) => (
        <Sparkline points={trail} goal={goalMs} isAlert={isSlow} className="h-7 w-24" />
      ),
    },
    {
      key: 'p99',
      name: 'p99 ms',
      cell: ({ p99, isSlow }) => (
        <span className={isSlow ? 'font-semibold text-warn' : undefined}>
          {p99 === undefined ? '–' : whole.format(p99)}
        </span>
      ),
      isNumber: true,
      isOnPhone: true,
    },
    { key: 'state', name: 'State', cell: (row) => <RoomChip row={row} /> },
    {
      key: 'ends',
      name: 'Ends',
      cell: ({ endsAt, status }) =>
        endsAt === undefined || status !== 'active' ? '–' : formatRemaining(secondsLeft(endsAt, nowMs)),
      isNumber: true,
    },
  ];
}

function RoomChip({ row: { isSlow, isGone, status } }: { row: Row }) {
  if (isGone) return <Chip>left</Chip>;
  if (isSlow)
    return (
      <Chip look="warn">
        <TriangleAlert size={14} aria-hidden />
        slow
      </Chip>
    );
  if (status === undefined || status === 'active') return <Chip look="ok">live</Chip>;
  return <Chip>{status}</Chip>;
}

function formatBytes(perSecond: number): string {
  if (perSecond < 10_000) return whole.format(perSecond);
  return perSecond < 10_000_000
    ? `${whole.format(perSecond / 1_000)} k`
    : `${whole.format(perSecond / 1_000_000)} M`;
}
