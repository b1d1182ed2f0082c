import type { ListedLoadTest } from '@copup/shared/admin.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { type Column, momentColumn, numberColumn, statusColumn } from '../../../console/columns.tsx';
import { CommandDialog } from '../../../console/command-dialog.tsx';
import { choiceFilter, type Filter } from '../../../console/filters.ts';
import { showMoment } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { opening } from '../../../console/row-actions.tsx';
import { call } from '../../../lib/calls.ts';

const nameOf = ({ id }: ListedLoadTest) => `Load test ${id}`;
const startedBy = ({ created_by }: ListedLoadTest) => created_by ?? '–';

const columns: Column<ListedLoadTest>[] = [
  { name: 'Realm', cell: nameOf, isName: true },
  { name: 'Started by', cell: startedBy },
  momentColumn('Started', (row) => row.created_at, 'id'),
  numberColumn('Players', (row) => row.users),
  numberColumn('Coins', (row) => row.bid_points),
  statusColumn('State', (row) => row.state, { running: 'ok', ending: 'warn', ended: 'plain' }),
  momentColumn('Ends', (row) => row.ends_at),
];
const subLine = (row: ListedLoadTest) =>
  `${startedBy(row)}, ${formatNumber(row.users)} players, ${inCoins(row.bid_points)}, ends ${showMoment(row.ends_at)}`;
const filters: Filter[] = [
  { ...choiceFilter('state', 'State', ['running', 'ending', 'ended']), initial: 'running' },
];

/** O5: the realms of load tests. */
export const Page = () => (
  <>
    <p className="text-sm text-ink-2">
      A load test has players and subjects of its own, which no other list shows. It ends with its driver,
      here, or a day after its start.
    </p>
    <RecordsList<ListedLoadTest>
      resource="load-tests"
      filters={filters}
      columns={columns}
      nameOf={nameOf}
      itemPath={({ id }) => recordPath('realm', id)}
      subLine={subLine}
      actions={(row, show) =>
        row.state === 'ended'
          ? []
          : [
              opening(
                show,
                'End',
                `End load test ${row.id}`,
                (onClose) => <EndDialog row={row} onClose={onClose} />,
                'DELETE /admin/load-tests/:id',
              ),
            ]
      }
    />
  </>
);

function EndDialog({ row, onClose }: { row: ListedLoadTest; onClose: () => void }) {
  return (
    <CommandDialog
      title={`End load test ${row.id}?`}
      actionName={`End load test ${row.id}`}
      look="danger"
      send={() => call('DELETE /admin/load-tests/:id', { params: { id: row.id } })}
      done={() => `Load test ${row.id} has ended`}
      onClose={onClose}
    >
      Its {formatNumber(row.users)} players are signed out and their accounts closed, and its open subjects
      are cancelled. A driver that still uses it reports errors.
    </CommandDialog>
  );
}
