import type { RoomTrace } from '@copup/shared/room-trace.ts';
import { Note } from '../../../ui/note.tsx';
import { formatClock } from './trace-times.ts';

/** What is missing in a trace. */
export function TraceNotes({ trace: { servers, isWhole } }: { trace: RoomTrace }) {
  const of = (state: 'silent' | 'gone') => servers.filter((server) => server.state === state);
  const [silent, gone] = [of('silent'), of('gone')];
  const cut = servers.filter(({ state, isCut }) => state === 'answered' && isCut);
  return (
    <>
      {isWhole ? null : (
        <Note look="offline" role="status" title="One server only">
          Redis can’t be reached, so events of other servers are missing.
        </Note>
      )}
      {silent.length > 0 ? (
        <Note look="offline" role="status" title={`${serversIn(silent.length)} did not answer`}>
          Their events are missing. Read again in a moment.
        </Note>
      ) : null}
      {gone.length > 0 ? (
        <Note look="info" title={`${serversIn(gone.length)} stopped in these minutes`}>
          The events there are lost. Last seen at {gone.map(({ seenAt }) => formatClock(seenAt)).join(', ')}.
        </Note>
      ) : null}
      {cut.length > 0 ? (
        <Note look="info" title="Earlier events were dropped">
          There were too many to keep. All servers are complete from{' '}
          {formatClock(Math.max(...cut.map(({ from }) => from)))} on.
        </Note>
      ) : null}
    </>
  );
}

const serversIn = (count: number) => (count === 1 ? '1 server' : `${count} servers`);
