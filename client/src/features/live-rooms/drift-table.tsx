import { recordPath } from '@copup/shared/record-paths.ts';
import type { RoomDrift } from '@copup/shared/room-trace.ts';
import { Link } from 'react-router-dom';
import { ExportButton } from '../../console/export-button.tsx';
import { showTime } from '../../console/local-time.ts';
import { call } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';

const columns: TableColumn<RoomDrift>[] = [
  { name: 'What', cell: whatOf, isOnPhone: true },
  {
    name: 'Room',
    cell: ({ room }) => (
      <Link to={recordPath('trace', room.split('@', 1)[0] ?? '') ?? ''} className="font-semibold text-brand">
        {room}
      </Link>
    ),
  },
  { name: 'Found', cell: ({ found_at }) => <span className="whitespace-nowrap">{showTime(found_at)}</span> },
  {
    name: 'Before it',
    cell: ({ id, room, has_trace }) =>
      has_trace ? (
        <ExportButton
          path={`/admin/room-drifts/${id}/trace`}
          filename={`copup-drift-${id}-${room.replace(/[:@]/g, '-')}.jsonl`}
          name="Trace"
        />
      ) : null,
  },
];

/** States of rooms that were not those they should be (O6); nothing while there is none. */
export function DriftTable() {
  const { data } = useFresh(['room-drifts'], (signal) => call('GET /admin/room-drifts', { signal }));
  if (!data || data.drifts.length === 0) return null;
  return (
    <DataTable
      title="States that differed"
      columns={columns}
      rows={data.drifts}
      keyOf={({ id }) => String(id)}
      subLine={({ room, found_at }) => `${room}, ${showTime(found_at)}`}
      isWarning={({ is_confirmed }) => is_confirmed}
      emptyTitle="None"
    />
  );
}

function whatOf({ of, how, version, expected, username, server, is_confirmed }: RoomDrift): string {
  const whose = of === 'server' ? `Server ${server}` : `Client of ${username ?? 'a deleted user'}`;
  const what =
    how === 'behind' ? `at version ${version}, not ${expected}` : `another state of version ${version}`;
  return `${whose}: ${what}${is_confirmed ? '' : ', alone'}`;
}
