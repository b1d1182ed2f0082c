import type { AdminFixture, FixtureState } from '@copup/shared/bets.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { useNavigate } from 'react-router-dom';
import { type Column, momentColumn, numberColumn, statusColumn } from '../../../console/columns.tsx';
import { choiceFilter, type Filter, realmFilter, searchFilter } from '../../../console/filters.ts';
import { showTime } from '../../../console/local-time.ts';
import { RecordPage } from '../../../console/record-page.tsx';
import { opening, type RowAction } from '../../../console/row-actions.tsx';
import type { Show } from '../../../console/use-dialog.ts';
import type { ChipLook } from '../../../ui/chip.tsx';
import { FixtureForm } from './fixture-form.tsx';
import { matchName, resultName } from './match-words.ts';
import { ResultForm } from './result-form.tsx';
import { WaitsForApproval } from './waits-for-approval.tsx';

const looks: Record<FixtureState, ChipLook> = {
  upcoming: 'brand',
  due: 'warn',
  settling: 'hot',
  settled: 'ok',
  returned: 'plain',
};

const columns: Column<AdminFixture>[] = [
  { name: 'Match', cell: matchName, isName: true },
  { name: 'Id', cell: (row) => row.id, sort: 'id', isNumber: true },
  momentColumn('Kickoff', (row) => row.kickoff, 'kickoff'),
  statusColumn('State', (row) => row.state, looks),
  {
    name: 'Result',
    cell: (row) => (row.result === null ? '–' : resultName(row, { ...row, result: row.result })),
  },
  numberColumn('Bets', (row) => row.bets),
  numberColumn('Corrections', (row) => row.corrections),
  { name: 'Entered by', cell: (row) => row.result_by ?? '–' },
];
const filters: Filter[] = [
  searchFilter('Find a fixture'),
  realmFilter,
  choiceFilter('state', 'State', Object.keys(looks)),
];

/** O3, B4: the matches, and their results. */
export function Page() {
  const navigate = useNavigate();
  const actionsOf = (row: AdminFixture, edit: RowAction, show: Show): RowAction[] => {
    const name = matchName(row);
    const isOpen = row.result === null && row.state !== 'returned';
    const enter = (action: string, label: string, call: 'result' | 'correct') =>
      opening(
        show,
        action,
        label,
        (onClose) => <ResultForm fixture={row} onClose={onClose} />,
        `POST /admin/fixtures/:id/${call}`,
      );
    const filter = encodeURIComponent(JSON.stringify({ fixture_id: String(row.id) }));
    return [
      ...(isOpen ? [enter('Enter result', `Enter result of ${name}`, 'result')] : []),
      ...(row.result === null ? [] : [enter('Correct', `Correct the result of ${name}`, 'correct')]),
      {
        name: 'Bets',
        label: `Bets about ${name}`,
        onPress: () => void navigate(`${operatorPath(operatorPaths.bets)}?filter=${filter}`),
      },
      ...(isOpen ? [edit] : []),
    ];
  };
  return (
    <RecordPage<AdminFixture>
      name="fixture"
      form={(record, onClose) => <FixtureForm record={record} onClose={onClose} />}
      filters={filters}
      columns={columns}
      nameOf={matchName}
      subLine={(row) =>
        `${row.id}, ${showTime(row.kickoff)}, ${row.bets} ${row.bets === 1 ? 'bet' : 'bets'}${
          row.result === null ? '' : `, ${resultName(row, { ...row, result: row.result })}`
        }`
      }
      isWarned={(row) => row.state === 'due'}
      insteadOfActions={(row) => (row.approval_id === null ? undefined : <WaitsForApproval />)}
      actions={actionsOf}
    />
  );
}
