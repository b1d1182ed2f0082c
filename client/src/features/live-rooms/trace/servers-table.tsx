import { formatNumber } from '@copup/shared/coins.ts';
import type { RoomTraceServer } from '@copup/shared/room-trace.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import type { ServerView } from './trace-view.ts';

interface ServersTableProps {
  servers: readonly RoomTraceServer[];
  views: readonly ServerView[];
}

interface Row extends ServerView {
  nth: number;
  server: RoomTraceServer;
}

const milliseconds = (ms: number | undefined) => (ms === undefined ? '–' : formatNumber(Math.round(ms)));

/** What each server has done until the moment. */
export function ServersTable({ servers, views }: ServersTableProps) {
  const rows = servers.flatMap((server, nth): Row[] => {
    const view = views[nth];
    return view ? [{ nth, server, ...view }] : [];
  });
  const count = (read: (row: Row) => number) => (row: Row) =>
    row.server.state === 'answered' ? formatNumber(read(row)) : '–';
  return (
    <DataTable
      title="Servers"
      rows={rows}
      keyOf={({ server }) => server.id}
      subLine={({ joins, reconnects, worstLag }) =>
        `${formatNumber(joins)} joins, ${formatNumber(reconnects)} reconnects, at most ${milliseconds(worstLag)} ms`
      }
      emptyTitle="No server"
      columns={[
        {
          key: 'server',
          name: 'Server',
          isOnPhone: true,
          cell: ({ nth, server: { state } }) => (
            <>
              Server {nth + 1}{' '}
              {state === 'answered' ? null : (
                <Chip look="warn">{state === 'gone' ? 'stopped' : 'no answer'}</Chip>
              )}
            </>
          ),
        },
        {
          key: 'sockets',
          name: 'Sockets',
          cell: count((row) => row.sockets),
          isNumber: true,
          isOnPhone: true,
        },
        { key: 'joins', name: 'Joins', cell: count((row) => row.joins), isNumber: true },
        { key: 'reconnects', name: 'Reconnects', cell: count((row) => row.reconnects), isNumber: true },
        { key: 'frames', name: 'Frames', cell: count((row) => row.frames), isNumber: true },
        {
          key: 'lag',
          name: 'Lag ms',
          cell: ({ lastLag }) => milliseconds(lastLag),
          isNumber: true,
          isOnPhone: true,
        },
        { key: 'worst', name: 'Worst ms', cell: ({ worstLag }) => milliseconds(worstLag), isNumber: true },
        { key: 'reply', name: 'Reply ms', cell: ({ lastReply }) => milliseconds(lastReply), isNumber: true },
      ]}
    />
  );
}
