import { useState } from 'react';
import { countColumn, DataTable, type TableColumn } from '../ui/data-table.tsx';
import { LiveBadge, type LiveWord } from '../ui/live-badge.tsx';
import { MetricTile } from '../ui/metric-tile.tsx';
import { Skeletons, useSteadyLoading } from '../ui/states.tsx';
import { ToastCard } from '../ui/toast-card.tsx';
import { Line, Press, Shelf, Stage } from './frame.tsx';

const words: LiveWord[] = ['Live', 'Reconnecting', 'Offline', 'Ended', 'Starts soon', 'Closing', 'Cancelled'];

export function NoticeShelves() {
  return (
    <>
      <Connection />
      <Shelf title="Toasts">
        {(['success', 'error', 'info'] as const).map((look) => (
          <ToastCard key={look} look={look} onDismiss={() => {}}>
            Bid placed successfully!
          </ToastCard>
        ))}
      </Shelf>
      <Loading />
      <Figures />
    </>
  );
}

function Connection() {
  const [word, setWord] = useState<LiveWord>('Live');
  return (
    <Shelf title="Connection">
      <Stage>
        <Line>
          {words.map((each) => (
            <LiveBadge key={each} word={each} />
          ))}
        </Line>
      </Stage>
      <Line>
        <LiveBadge word={word} announces />
        <Press onPress={() => setWord(word === 'Live' ? 'Reconnecting' : 'Live')}>Drop the connection</Press>
      </Line>
    </Shelf>
  );
}

function Loading() {
  const [isLoading, setIsLoading] = useState(false);
  const isShown = useSteadyLoading(isLoading);
  const load = () => {
    setIsLoading(true);
    setTimeout(() => setIsLoading(false), 300);
  };
  return (
    <Shelf title="Loading">
      <Skeletons text="Loading auctions..." count={2} className="h-5" />
      <Line>
        <Press onPress={load}>Load for a moment</Press>
        <span data-testid="steady">{isShown ? 'shapes' : 'content'}</span>
      </Line>
    </Shelf>
  );
}

type Room = readonly [name: string, p99Ms: number];
const rooms: readonly Room[] = [
  ['iPhone 15 Pro Max 256GB, Natural Titanium', 38],
  ['₦50,000 shopping voucher', 212],
];
const columns: TableColumn<Room>[] = [
  { name: 'Room', cell: ([name]) => name, isOnPhone: true },
  countColumn('p99 ms', ([, p99Ms]) => p99Ms, true),
];

/** What the operators’ screens seldom show: figures that are too high, and those that stand still. */
function Figures() {
  const table = { columns, rows: rooms, keyOf: ([name]: Room) => name, emptyTitle: '' };
  return (
    <Shelf title="Figures">
      <MetricTile
        label="Reconnects"
        value="214"
        unit="/min"
        aside="usual 90"
        points={[95, 88, 92, 120, 170, 214]}
        isAlert
        trend="rising"
      />
      <DataTable {...table} title="Slow" isWarning={([, p99Ms]) => p99Ms > 150} />
      <DataTable {...table} title="Stale" standstill={{ look: 'stale', text: 'No updates for 8 s' }} />
      <DataTable {...table} title="Paused" standstill={{ look: 'paused', text: 'Paused' }} />
    </Shelf>
  );
}
