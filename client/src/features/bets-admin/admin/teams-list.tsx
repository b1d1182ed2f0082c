import type { AdminTeam } from '@copup/shared/bets.ts';
import { type Column, dayColumn, flagColumn, numberColumn } from '../../../console/columns.tsx';
import { flagFilter, searchFilter } from '../../../console/filters.ts';
import { RecordInput } from '../../../console/record-form.tsx';
import { RecordPage } from '../../../console/record-page.tsx';
import { Crest } from '../../../ui/art/crest.tsx';
import { CrestInput } from './crest-input.tsx';

const columns: Column<AdminTeam>[] = [
  {
    name: 'Team',
    cell: (row) => (
      <span className="inline-flex items-center gap-2.5">
        <Crest crest={row.crest} className="h-6.5 w-6 shrink-0" />
        <span className="wrap-anywhere">{row.name}</span>
      </span>
    ),
    sort: 'name',
    isName: true,
  },
  { name: 'Id', cell: (row) => row.id, sort: 'id', isNumber: true },
  numberColumn('Fixtures', (row) => row.fixtures),
  dayColumn('Created', (row) => row.created_at, 'created_at'),
  flagColumn('Status', (row) => row.is_active, ['Active', 'Hidden']),
];

/** O3: the teams of fixtures. */
export const Page = () => (
  <RecordPage<AdminTeam>
    name="team"
    sort={{ field: 'name', order: 'ASC' }}
    filters={[searchFilter('Find a team'), flagFilter('is_active', 'Status', 'Active', 'Hidden')]}
    columns={columns}
    nameOf={(row) => row.name}
    subLine={(row) => `${row.id}, ${row.fixtures} ${row.fixtures === 1 ? 'fixture' : 'fixtures'}`}
    initial={{ crest: 'pale-0a7245-f6f4ee' }}
  >
    <RecordInput source="name" label="Name" />
    <CrestInput source="crest" />
    <RecordInput source="is_active" label="In new fixtures" yes="Active" no="Hidden" />
    <p className="text-sm text-ink-2">
      A hidden team is not offered for new fixtures. Its fixtures and bets remain.
    </p>
  </RecordPage>
);
