import type { AdminTeam } from '@copup/shared/bets.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useState } from 'react';
import { type Column, dayColumn, numberColumn } from '../../../console/columns.tsx';
import { type Filter, searchFilter } from '../../../console/filters.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { Crest } from '../../../ui/art/crest.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { TeamForm } from './team-form.tsx';

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
  {
    name: 'Status',
    cell: (row) => <Chip look={row.is_active ? 'ok' : 'plain'}>{row.is_active ? 'Active' : 'Hidden'}</Chip>,
    isOnPhones: true,
  },
];
const filters: Filter[] = [
  searchFilter('Find a team'),
  {
    source: 'is_active',
    label: 'Status',
    options: [
      ['true', 'Active'],
      ['false', 'Hidden'],
    ],
  },
];

type Shown = { kind: 'nothing' | 'new' } | { kind: 'edit'; team: AdminTeam };

/** O3: the teams of fixtures. */
export function Page() {
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  const close = () => setShown({ kind: 'nothing' });
  return (
    <>
      <RecordsList<AdminTeam>
        resource="teams"
        label="Teams"
        sort={{ field: 'name', order: 'ASC' }}
        filters={filters}
        columns={columns}
        nameOf={(row) => row.name}
        subLine={(row) => `${row.id}, ${row.fixtures} ${row.fixtures === 1 ? 'fixture' : 'fixtures'}`}
        create={{ name: 'New team', onPress: () => setShown({ kind: 'new' }) }}
        actions={(row) => [
          {
            name: 'Edit',
            label: `Edit ${isolate(row.name)}`,
            onPress: () => setShown({ kind: 'edit', team: row }),
          },
        ]}
      />
      {shown.kind === 'new' ? <TeamForm onClose={close} /> : null}
      {shown.kind === 'edit' ? <TeamForm record={shown.team} onClose={close} /> : null}
    </>
  );
}
