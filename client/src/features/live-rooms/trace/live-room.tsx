import { findRoom } from '@copup/shared/find-room.ts';
import type { OpsRoom } from '@copup/shared/ops.ts';
import type { RoomStates } from '@copup/shared/socket-events.ts';
import { useState } from 'react';
import { Facts } from '../../../console/facts.tsx';
import { wholeNumber } from '../../../console/live/metric-tiles.tsx';
import { useRoom, useServerNow } from '../../../realtime/index.ts';
import { Note } from '../../../ui/note.tsx';
import { roomFacts } from './room-facts.ts';

/** O2: one room as it is now: what its watchers see, and its figures. The operator is not counted. */
export function LiveRoom({ room }: { room: string }) {
  const nowMs = useServerNow();
  const live = useRoom<keyof RoomStates>(room);
  const figures = useFigures(room);
  const { state, watchers, refusal } = live;
  const ms = (value: number | undefined) => (value === undefined ? '–' : `${wholeNumber.format(value)} ms`);
  return (
    <section aria-label="Live" className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
      <h2 className="text-base xl:col-span-2">Live</h2>
      {refusal ? (
        <Note look="info" title="What its watchers see is not shown">
          {refusal.message}
        </Note>
      ) : null}
      {state ? (
        <Facts
          label="What watchers see"
          facts={[['Watching', watchers], ...roomFacts(state as Readonly<Record<string, unknown>>, nowMs)]}
        />
      ) : null}
      <Facts
        label="Figures"
        facts={[
          ['Sockets', figures?.sockets ?? 0],
          ['Messages/s', Math.round(figures?.messages ?? 0)],
          ['Bytes/s', Math.round(figures?.bytes ?? 0)],
          ['Joins/s', Math.round(figures?.joins ?? 0)],
          ['Commit to frame, p99', ms(figures?.emit?.p99)],
          ['To client, p99', ms(figures?.client?.p99)],
        ]}
      />
    </section>
  );
}

/** The figures of the last second on all servers; latencies stay until the next measurement. */
function useFigures(room: string): OpsRoom | undefined {
  const { state } = useRoom<'find'>(findRoom(room));
  const [last, setLast] = useState<OpsRoom>();
  const now = state?.rooms.find((each) => each.room === room);
  if (now && now !== last) {
    const kept = { ...now, emit: now.emit ?? last?.emit ?? null, client: now.client ?? last?.client ?? null };
    if (JSON.stringify(kept) !== JSON.stringify(last)) setLast(kept);
  }
  return now ? last : undefined;
}
