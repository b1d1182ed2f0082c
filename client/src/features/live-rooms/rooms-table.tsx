import type { OpsRoom } from '@copup/shared/ops.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { Gavel, List, type LucideIcon, Radio, TriangleAlert } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { wholeNumber } from '../../console/live/metric-tiles.tsx';
import type { RoomTrail, RoomTrails } from '../../console/live/trails.ts';
import { formatRemaining, secondsLeft } from '../../lib/format-time.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Chip } from '../../ui/chip.tsx';
import { countColumn, DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { nextOrder, type RoomOrder } from './room-order.ts';

interface RoomsTableProps {
  /** Null while loading. */
  listing: { at: number; rooms: readonly OpsRoom[] } | null;
  trails: RoomTrails;
  goalMs: number | undefined;
  /** Number of listed rooms of the total. */
  count: string;
  standstill: { look: 'stale' | 'paused'; text: string } | undefined;
  emptyTitle: string;
}

interface Row extends OpsRoom {
  p99: number | undefined;
  trail: RoomTrail | undefined;
  isSlow: boolean;
  isGone: boolean;
}

/** Icon of each kind. Rooms of users and of the figures are not listed. */
const icons: Record<string, LucideIcon> = {
  auction: Gavel,
  auctions: List,
};

/** Rooms by activity. Rows keep their positions for five seconds, and while the pointer is on them. */
export const RoomsTable = memo(function RoomsTable(props: RoomsTableProps) {
  const { listing, trails, goalMs, count, standstill, emptyTitle } = props;
  const [isHeld, setHeld] = useState(false);
  const [order, setOrder] = useState<RoomOrder>();
  const [known, setKnown] = useState<ReadonlyMap<string, OpsRoom>>(new Map());
  const [seen, setSeen] = useState<RoomsTableProps['listing']>(null);
  if (listing && listing !== seen) {
    const next = nextOrder(
      order,
      listing.rooms.map(({ room }) => room),
      listing.at,
      isHeld,
    );
    const rooms = new Map(listing.rooms.map((room) => [room.room, room]));
    // A room that closes keeps its row while the pointer is on the rows.
    for (const name of next.names) {
      const last = known.get(name);
      if (last && !rooms.has(name))
        rooms.set(name, { ...last, sockets: 0, messages: 0, bytes: 0, emit: null, client: null });
    }
    setSeen(listing);
    setOrder(next);
    setKnown(rooms);
  }
  const present = new Set(listing?.rooms.map(({ room }) => room));
  const rows = (order?.names ?? []).flatMap((name): Row[] => {
    const room = known.get(name);
    if (!room) return [];
    const trail = trails.get(name);
    const p99 = room.emit?.p99 ?? trail?.p99s.at(-1);
    const isSlow = p99 !== undefined && p99 > (goalMs ?? Number.POSITIVE_INFINITY);
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
            {count}
          </>
        }
        columns={columnsFor(goalMs)}
        rows={listing ? rows : null}
        keyOf={({ room }) => room}
        subLine={({ room, sockets }) => `${room}, ${wholeNumber.format(sockets)} sockets`}
        isWarning={({ isSlow }) => isSlow}
        standstill={standstill}
        emptyTitle={emptyTitle}
      />
    </div>
  );
});

function columnsFor(goalMs: number | undefined): TableColumn<Row>[] {
  return [
    { name: 'Room', cell: (row) => <RoomName row={row} />, isOnPhone: true },
    { name: 'Id', cell: ({ room }) => room },
    countColumn('Sockets', ({ sockets }) => Math.round(sockets)),
    countColumn('Msg/s', ({ messages }) => Math.round(messages), true),
    { name: 'Bytes/s', cell: ({ bytes }) => formatBytes(bytes), isNumber: true },
    {
      name: 'Trend',
      cell: ({ trail, isSlow }) => (
        <Sparkline points={trail?.p99s ?? []} goal={goalMs} isAlert={isSlow} className="h-7 w-24" />
      ),
    },
    {
      name: 'p99 ms',
      cell: ({ p99, trail, isSlow }) => (
        <>
          <span className={isSlow ? 'font-semibold text-warn' : undefined}>{formatMs(p99)}</span>
          {trail?.toClient === undefined ? null : (
            <span className="block text-xs text-ink-2">{formatMs(trail.toClient)} to client</span>
          )}
        </>
      ),
      isNumber: true,
      isOnPhone: true,
    },
    { name: 'State', cell: (row) => <RoomChip row={row} /> },
    {
      name: 'Ends',
      cell: ({ endsAt, status }) =>
        endsAt === undefined || status !== 'active' ? '–' : <Remaining endsAt={endsAt} />,
      isNumber: true,
    },
  ];
}

function RoomName({ row: { kind, name, room } }: { row: Row }) {
  const Icon = icons[kind] ?? Radio;
  return (
    <>
      <Icon size={18} aria-hidden className="mr-2.5 inline align-[-4px] text-ink-3" />
      <Link
        to={recordPath('trace', room) ?? ''}
        title={`Open ${room}`}
        className="underline underline-offset-4"
      >
        {name ?? room}
      </Link>
    </>
  );
}

/** Has its own ticker, so that each second does not render the table. */
function Remaining({ endsAt }: { endsAt: number }) {
  const nowMs = useServerNow();
  return formatRemaining(secondsLeft(endsAt, nowMs));
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

function formatMs(ms: number | undefined): string {
  return ms === undefined ? '–' : wholeNumber.format(ms);
}

function formatBytes(perSecond: number): string {
  if (perSecond < 10_000) return wholeNumber.format(perSecond);
  return perSecond < 10_000_000
    ? `${wholeNumber.format(perSecond / 1_000)} k`
    : `${wholeNumber.format(perSecond / 1_000_000)} M`;
}
