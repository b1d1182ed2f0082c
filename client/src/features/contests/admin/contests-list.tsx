import { formatNumber } from '@copup/shared/coins.ts';
import type { AdminContest } from '@copup/shared/contests.ts';
import { statusWord } from '../../../console/capitalized.ts';
import { type Column, momentColumn, numberColumn } from '../../../console/columns.tsx';
import { EditableList } from '../../../console/editable-list.tsx';
import { returnedFees } from '../../../console/entry-fees.ts';
import { choiceFilter, type Filter, realmFilter, searchFilter } from '../../../console/filters.ts';
import { showTime } from '../../../console/local-time.ts';
import { RowPicture } from '../../../console/row-pictures.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { KindArt } from '../kind-art.tsx';
import { contestForm } from './contest-form.tsx';

const columns: Column<AdminContest>[] = [
  {
    name: 'Title',
    cell: (row) => row.title,
    sort: 'title',
    isName: true,
    picture: ({ title, image, kind }) =>
      image ? (
        <RowPicture name={title} category="product" image={image} />
      ) : (
        <KindArt kind={kind} className="size-9 shrink-0 rounded-[10px] bg-stage-deep" />
      ),
  },
  { name: 'Id', cell: (row) => row.id, sort: 'id', isNumber: true },
  { name: 'Game', cell: (row) => statusWord(row.kind), sort: 'kind' },
  {
    name: 'Status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1">
        <Chip look={contestForm.looks[row.status]}>{statusWord(row.status)}</Chip>
        {row.flagged ? <Chip look="bad">check the winner</Chip> : null}
      </span>
    ),
    sort: 'status',
    isOnPhones: true,
  },
  momentColumn('Ends', (row) => row.end_date, 'end_date'),
  numberColumn('Fee', (row) => row.entry_fee),
  numberColumn('Prize', (row) => row.prize),
  { ...numberColumn('Subsidy', (row) => row.subsidy), isMinor: true },
  numberColumn('Pot', (row) => row.pot),
  {
    name: 'Players',
    cell: (row) => `${formatNumber(row.players)} of ${formatNumber(row.minimum_users)}`,
    isNumber: true,
  },
  { name: 'Winner', cell: (row) => row.winner ?? '–' },
];
const filters: Filter[] = [
  searchFilter('Find a contest'),
  realmFilter,
  choiceFilter('kind', 'Game', ['tap', 'card', 'math']),
  choiceFilter('status', 'Status', Object.keys(contestForm.looks)),
];

/** O3: lists contests of all kinds. */
export function Page() {
  return (
    <EditableList<AdminContest>
      form={contestForm}
      filters={filters}
      columns={columns}
      subLine={(row) =>
        `${row.id}, ${row.kind}, prize ${formatNumber(row.prize)}, ${formatNumber(row.players)} players, ends ${showTime(row.end_date)}`
      }
      cancelText={cancelText}
    />
  );
}

function cancelText(contests: readonly AdminContest[]): string {
  const entries = contests.reduce((sum, { players }) => sum + players, 0);
  return `The subsidy goes back to rewards, and ${returnedFees(entries)}. The players read the reason. This can’t be undone.`;
}
