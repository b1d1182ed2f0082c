import type { AdminBank } from '@copup/shared/payouts.ts';
import { type Column, flagColumn } from '../../../console/columns.tsx';
import { searchFilter } from '../../../console/filters.ts';
import { showDay } from '../../../console/local-time.ts';
import { RecordInput } from '../../../console/record-form.tsx';
import { RecordPage } from '../../../console/record-page.tsx';

const columns: Column<AdminBank>[] = [
  { name: 'Bank', cell: (row) => row.name, sort: 'name', isName: true },
  { name: 'Code', cell: (row) => row.code },
  { name: 'Provider', cell: (row) => row.provider_code ?? 'Paid by hand' },
  flagColumn('Status', (row) => row.is_open, ['Open', 'Closed'], 'warn'),
  { name: 'Note', cell: (row) => row.note ?? '–' },
  { name: 'Changed', cell: (row) => showDay(row.updated_at) },
];

/** W3: banks for payouts. A closed bank stays listed with its note and refuses new payouts. */
export const Page = () => (
  <RecordPage<AdminBank>
    name="bank"
    sort={{ field: 'name', order: 'ASC' }}
    filters={[searchFilter('Find a bank')]}
    columns={columns}
    nameOf={(row) => row.name}
    subLine={(row) => row.note ?? row.code}
  >
    <RecordInput source="name" label="Name" />
    <RecordInput source="code" label="Code" hint="a to z, 0 to 9 and _" />
    <RecordInput source="is_open" label="Payouts" yes="Open" no="Closed" />
    <RecordInput source="note" label="Note" hint="Players see it beside a closed bank" />
  </RecordPage>
);
