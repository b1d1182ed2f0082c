import { formatNumber } from '@copup/shared/coins.ts';
import type { AdminHeist } from '@copup/shared/heists.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { statusWord } from '../../../console/capitalized.ts';
import { type Column, momentColumn, numberColumn, statusColumn } from '../../../console/columns.tsx';
import { EditableList } from '../../../console/editable-list.tsx';
import { returnedFees } from '../../../console/entry-fees.ts';
import { categoryFilter, choiceFilter, realmFilter, searchFilter } from '../../../console/filters.ts';
import { showTime } from '../../../console/local-time.ts';
import { opening } from '../../../console/row-actions.tsx';
import { RowPicture } from '../../../console/row-pictures.tsx';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { heistForm } from './heist-form.tsx';
import { NearAnswers } from './near-answers.tsx';

const columns: Column<AdminHeist>[] = [
  {
    name: 'Name',
    cell: (row) => row.name,
    sort: 'name',
    isName: true,
    picture: ({ name, category, prize_image }) => (
      <RowPicture name={name} category={category} image={prize_image} />
    ),
  },
  { name: 'Id', cell: (row) => row.id, sort: 'id', isNumber: true },
  { name: 'Category', cell: (row) => statusWord(row.category), sort: 'category', isMinor: true },
  statusColumn('Status', (row) => row.status, heistForm.looks, 'status'),
  numberColumn('Ticket', (row) => row.ticket_price),
  numberColumn('Prize', (row) => row.prize),
  { ...numberColumn('Pot', (row) => row.pot), isMinor: true },
  {
    name: 'Tickets',
    cell: (row) => `${formatNumber(row.participant_count)} of ${formatNumber(row.capacity)}`,
    isNumber: true,
  },
  { ...numberColumn('Answers', (row) => row.answers_count), isMinor: true },
  { name: 'Winner', cell: (row) => row.winner ?? '–', isMinor: true },
  momentColumn('Starts', (row) => row.starts_at),
  momentColumn('Ends', (row) => row.end_date, 'end_date'),
];
const filters = [
  searchFilter('Find a heist'),
  realmFilter,
  categoryFilter,
  choiceFilter('status', 'Status', Object.keys(heistForm.looks)),
];

/** O3: lists heists, with the review of near answers. */
export function Page() {
  return (
    <>
      <UnlockCode />
      <EditableList<AdminHeist>
        form={heistForm}
        filters={filters}
        columns={columns}
        subLine={(row) =>
          `${row.id}, ${isolate(row.prize_name)}, ${formatNumber(row.participant_count)} tickets, ${formatNumber(row.answers_count)} answers, starts ${showTime(row.starts_at)}`
        }
        furtherActions={(row, show) =>
          row.answers_count > 0
            ? [
                opening(show, 'Answers', `Near answers of ${isolate(row.name)}`, (onClose) => (
                  <NearAnswers heist={row} onClose={onClose} />
                )),
              ]
            : []
        }
        cancelText={cancelText}
      />
    </>
  );
}

function cancelText(heists: readonly AdminHeist[]): string {
  const tickets = heists.reduce((sum, { participant_count }) => sum + participant_count, 0);
  return `The subsidy goes back to rewards, and ${returnedFees(tickets, 'ticket')}. The players read the reason. This can’t be undone.`;
}

/** H7: whether there is an unlock code. The reply has only its end. */
function UnlockCode() {
  const { data } = useFresh(['setting', 'heistUnlockCode'], (signal) =>
    call('GET /admin/settings/:id', { params: { id: 'heistUnlockCode' }, signal }),
  );
  if (!data) return null;
  return (
    <p className="text-sm text-ink-2">
      {data.value === '' ? (
        'No unlock code: waiting heists sell no tickets.'
      ) : (
        <>
          Unlock code of waiting heists: <span className="font-semibold text-ink">{String(data.value)}</span>.
        </>
      )}{' '}
      <Link
        to={`${operatorPath(operatorPaths.settings)}?q=heistUnlockCode`}
        className="font-semibold text-brand underline"
      >
        Change the code
      </Link>
    </p>
  );
}
