import { formatNumber } from '@copup/shared/coins.ts';
import type { RoomTrace } from '@copup/shared/room-trace.ts';
import { useMemo } from 'react';
import { Facts } from '../../../console/facts.tsx';
import { EventList } from './event-list.tsx';
import { ServersTable } from './servers-table.tsx';
import { TimelinePlot } from './timeline-plot.tsx';
import { formatClock } from './trace-times.ts';
import { viewAfter } from './trace-view.ts';
import { Scrubber, Transport } from './transport.tsx';
import { usePlayer } from './use-player.ts';

/** The player of a trace, and the room at the moment that it shows. */
export function Replay({ trace }: { trace: RoomTrace }) {
  const { recording, state, act } = usePlayer(trace);
  const { done } = state;
  const view = useMemo(() => viewAfter(trace, done), [trace, done]);
  const clock = `${formatClock(trace.from + state.atMs)} WAT`;
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
          <TimelinePlot trace={trace} />
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-px bg-ink"
            style={{ left: `${(state.atMs / Math.max(1, recording.lengthMs)) * 100}%` }}
          />
        </div>
        <Scrubber {...controls} />
      </section>
      <Facts
        label="Room at this moment"
        facts={[
          { name: 'Sockets', value: formatNumber(view.sockets) },
          { name: 'Accepted commands', value: formatNumber(view.accepted) },
          { name: 'Refused', value: formatNumber(view.refused) },
          { name: 'Price', value: view.price === undefined ? '–' : formatNumber(view.price) },
          { name: 'Worst lag', value: ms(worst) },
          { name: 'Worst reply', value: ms(view.worstReply) },
        ]}
      />
      <ServersTable servers={trace.servers} views={view.servers} />
      <EventList trace={trace} done={done} />
    </>
  );
}
