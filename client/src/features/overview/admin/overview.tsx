import type { WaitingQueue } from '@copup/shared/console.ts';
import { useState } from 'react';
import { MetricTiles } from '../../../console/live/metric-tiles.tsx';
import { useLiveRooms } from '../../../console/live/use-live-rooms.ts';
import { ageWords } from '../../../console/queue/queue-words.ts';
import { useOverview } from '../../../console/use-overview.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Skeletons } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { DecideCard } from './decide-card.tsx';
import { JobsCard } from './jobs-card.tsx';
import { MoneyCard, type Span } from './money-card.tsx';
import { RoomsCard } from './rooms-card.tsx';

/** O1: what waits for a decision, coins, health, rooms and jobs. Everything updates by rooms. */
export function Page() {
  const overview = useOverview();
  const { state, trails } = useLiveRooms();
  const nowMs = useServerNow(30_000);
  const [span, setSpan] = useState<Span>('today');
  if (!overview) return <Skeletons text="Loading..." count={4} className="h-15 rounded-lg" />;
  const ageOf = ({ oldest_at }: WaitingQueue) => (oldest_at ? Math.max(0, nowMs - Date.parse(oldest_at)) : 0);
  const waiting = overview.queues.filter((queue) => queue.waiting > 0).sort((a, b) => ageOf(b) - ageOf(a));
  const total = waiting.reduce((sum, queue) => sum + queue.waiting, 0);
  const [oldest] = waiting;
  return (
    <>
      <header className="-mt-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <p role="status" className="text-lg font-semibold">
            {decisionWords(total)}
          </p>
          <p className="text-sm text-ink-2">
            {oldest ? `The oldest is ${ageWords(ageOf(oldest))} old. ` : ''}Everything else runs by itself.
          </p>
        </div>
        <Tabs
          label="Coins since"
          value={span}
          onChange={setSpan}
          tabs={[
            { value: 'today', name: 'Today' },
            { value: 'week', name: '7 days' },
            { value: 'month', name: '30 days' },
          ]}
        />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DecideCard queues={waiting} ageOf={ageOf} />
        <MoneyCard money={overview.money} audit={overview.audit} span={span} />
      </div>
      <MetricTiles state={state} points={trails.total} toClient={trails.toClient} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RoomsCard state={state} trails={trails.rooms} />
        <JobsCard jobs={overview.jobs} />
      </div>
    </>
  );
}

function decisionWords(total: number): string {
  if (total === 0) return 'No decision is waiting';
  return total === 1 ? '1 decision is waiting' : `${total} decisions are waiting`;
}
