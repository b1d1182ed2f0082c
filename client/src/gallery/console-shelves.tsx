import { formatNumber } from '@copup/shared/coins.ts';
import { Chip } from '../ui/chip.tsx';
import { countColumn, DataTable, type TableColumn } from '../ui/data-table.tsx';
import { MetricTile } from '../ui/metric-tile.tsx';
import { Shelf } from './frame.tsx';

interface Room {
  name: string;
  id: string;
  sockets: number;
  perSecond: number;
  p99Ms: number;
}

const rooms: Room[] = [
  {
    name: 'iPhone 15 Pro Max 256GB, Natural Titanium',
    id: 'auction:8812',
    sockets: 1_284,
    perSecond: 2_310,
    p99Ms: 38,
  },
  { name: 'Car Auction', id: 'auction:8790', sockets: 12_908, perSecond: 18_442, p99Ms: 61 },
  { name: '₦50,000 shopping voucher', id: 'auction:8801', sockets: 736, perSecond: 640, p99Ms: 212 },
  { name: 'Three Card Rush', id: 'card:77', sockets: 12, perSecond: 96, p99Ms: 22 },
];
const columns: TableColumn<Room>[] = [
  { name: 'Room', cell: ({ name }) => name, isOnPhone: true },
  { name: 'Id', cell: ({ id }) => id },
  countColumn('Sockets', ({ sockets }) => sockets),
  countColumn('Msg/s', ({ perSecond }) => perSecond, true),
  countColumn('p99 ms', ({ p99Ms }) => p99Ms, true),
];
const wave = (step: number, size: number) =>
  Array.from({ length: 24 }, (_, at) => 100 + size * Math.sin(at * step) + (at % 5));

export function ConsoleShelves() {
  const shared = { columns, keyOf: ({ id }: Room) => id, emptyTitle: 'No rooms are open' };
  return (
    <>
      <Shelf title="Metrics" isWide>
        <div className="grid grid-cols-2 gap-2.5 lg:grid-cols-6">
          <MetricTile label="Sockets open" value="18,345" aside="+412" points={wave(0.4, 8)} trend="rising" />
          <MetricTile label="Messages out" value="32.8" unit="k/s" points={wave(0.9, 20)} trend="steady" />
          <MetricTile
            label="Fan-out p99"
            value="84"
            unit="ms"
            aside="goal 150"
            points={wave(0.7, 30)}
            goal={150}
            trend="below its goal"
          />
          <MetricTile label="Bids accepted" value="318" unit="/s" points={wave(1.1, 15)} trend="steady" />
          <MetricTile
            label="Reconnects"
            value="214"
            unit="/min"
            aside="usual 90"
            points={[...wave(0.2, 4).slice(6), 120, 140, 170, 190, 205, 214]}
            isAlert
            trend="rising"
          />
          <MetricTile label="Price-guard stops" value={null} unit="%" points={[]} trend="" />
        </div>
      </Shelf>
      <Shelf title="Table" isWide>
        <DataTable
          {...shared}
          title="Live rooms"
          aside={
            <>
              <Chip look="warn">1 slow</Chip>4 of 214, by activity
            </>
          }
          rows={rooms}
          subLine={({ id, sockets }) => `${id}, ${formatNumber(sockets)} sockets`}
          isWarning={({ p99Ms }) => p99Ms > 150}
        />
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <DataTable
            {...shared}
            title="Stale"
            rows={rooms.slice(0, 2)}
            standstill={{ look: 'stale', text: 'No updates for 8 s' }}
          />
          <DataTable
            {...shared}
            title="Paused"
            rows={rooms.slice(0, 2)}
            standstill={{ look: 'paused', text: 'Paused' }}
          />
          <DataTable {...shared} title="Loading" rows={null} />
          <DataTable {...shared} title="Empty" rows={[]} />
        </div>
      </Shelf>
    </>
  );
}
