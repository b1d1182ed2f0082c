import { isolate } from '@copup/shared/isolate.ts';
import type { AdminBank } from '@copup/shared/payouts.ts';
import { useState } from 'react';
import type { Column } from '../../../console/columns.tsx';
import { searchFilter } from '../../../console/filters.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { SelectInput, TextInput } from '../../../console/inputs.tsx';
import { showDay } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { useSave } from '../../../console/use-save.ts';
import { Chip } from '../../../ui/chip.tsx';

const columns: Column<AdminBank>[] = [
  { name: 'Bank', cell: (row) => row.name, sort: 'name', isName: true },
  { name: 'Code', cell: (row) => row.code },
  {
    name: 'Status',
    cell: (row) => <Chip look={row.is_open ? 'ok' : 'warn'}>{row.is_open ? 'Open' : 'Closed'}</Chip>,
    isOnPhones: true,
  },
  { name: 'Note', cell: (row) => row.note ?? '–' },
  { name: 'Changed', cell: (row) => showDay(row.updated_at) },
];

type Shown = 'nothing' | 'new' | AdminBank;

/** W3: banks for payouts. A closed bank stays listed with its note and refuses new payouts. */
export function Page() {
  const [shown, setShown] = useState<Shown>('nothing');
  return (
    <>
      <RecordsList<AdminBank>
        resource="banks"
        label="Banks"
        sort={{ field: 'name', order: 'ASC' }}
        filters={[searchFilter('Find a bank')]}
        columns={columns}
        nameOf={(row) => row.name}
        subLine={(row) => row.note ?? row.code}
        create={{ name: 'New bank', onPress: () => setShown('new') }}
        actions={(row) => [
          { name: 'Edit', label: `Edit ${isolate(row.name)}`, onPress: () => setShown(row) },
        ]}
      />
      {shown === 'nothing' ? null : (
        <BankForm {...(shown !== 'new' && { record: shown })} onClose={() => setShown('nothing')} />
      )}
    </>
  );
}

interface Fields {
  code: string;
  name: string;
  is_open: string;
  note: string;
}

function BankForm({ record, onClose }: { record?: AdminBank; onClose: () => void }) {
  const { create, update } = useSave<AdminBank>('banks');
  const [defaultValues] = useState<Fields>(() => ({
    code: record?.code ?? '',
    name: record?.name ?? '',
    is_open: record?.is_open === false ? 'no' : 'yes',
    note: record?.note ?? '',
  }));
  return (
    <FormDialog<Fields>
      title={record ? `Edit ${isolate(record.name)}` : 'New bank'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={({ code, name }) => ({
        ...(/^[a-z0-9_]{1,40}$/.test(code) ? {} : { code: 'Use a to z, 0 to 9 and _.' }),
        ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
      })}
      submitName={record ? 'Save' : 'Create bank'}
      onSubmit={async ({ code, name, is_open, note }) => {
        const body = { name: name.trim(), is_open: is_open === 'yes', note: note.trim() || null };
        await (record ? update(record, body) : create({ ...body, code }));
        onClose();
        return record ? 'Bank saved' : 'Bank created';
      }}
    >
      <TextInput source="name" label="Name" required maxLength={100} />
      {record ? null : (
        <TextInput source="code" label="Code" required maxLength={40} hint="a to z, 0 to 9 and _" />
      )}
      <SelectInput source="is_open" label="Payouts">
        <option value="yes">Open</option>
        <option value="no">Closed</option>
      </SelectInput>
      <TextInput
        source="note"
        label="Note"
        maxLength={200}
        aside="optional"
        hint="Players see it beside a closed bank"
      />
    </FormDialog>
  );
}
