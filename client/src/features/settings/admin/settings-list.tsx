import type { Setting } from '@copup/shared/admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { Column } from '../../../console/columns.tsx';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextInput } from '../../../console/inputs.tsx';
import { showTime } from '../../../console/local-time.ts';
import { isPending, waitsText } from '../../../console/pending.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { opening } from '../../../console/row-actions.tsx';
import { call } from '../../../lib/calls.ts';
import { SpinToday, spinTodayQuery, WelcomeGiven, welcomeGivenQuery } from './budgets.tsx';
import { readSetting, settingError, settingText, showSetting } from './setting-value.ts';

const lastChange = ({ updated_at }: Setting) => (updated_at ? showTime(updated_at) : 'never');

/** A text may be long: it is cut after three lines, and the form shows all of it. */
function Value({ of }: { of: unknown }) {
  if (typeof of !== 'string') return showSetting(of);
  return <span className="line-clamp-3 w-24 text-left whitespace-normal wrap-break-word lg:w-40">{of}</span>;
}

const columns: Column<Setting>[] = [
  { name: 'Setting', cell: (row) => row.id, isName: true },
  { name: 'Value', cell: (row) => <Value of={row.value} />, isNumber: true, isOnPhones: true },
  { name: 'Unit', cell: (row) => row.unit },
  { name: 'Default', cell: (row) => <Value of={row.default_value} />, isNumber: true },
  { name: 'What it is', cell: (row) => row.description },
  {
    name: 'Last change',
    cell: (row) => <span className="whitespace-nowrap text-ink-2">{lastChange(row)}</span>,
  },
];

const subLine = (row: Setting) =>
  `${row.description} In ${row.unit}; default ${showSetting(row.default_value)}; last change: ${lastChange(row)}`;
const sort = { field: 'id', order: 'ASC' } as const;

export function Page() {
  return (
    <>
      <SpinToday />
      <WelcomeGiven />
      <RecordsList<Setting>
        resource="settings"
        sort={sort}
        perPage={100}
        columns={columns}
        nameOf={(row) => row.id}
        subLine={subLine}
        actions={(setting, show) => [
          opening(show, 'Change', `Change ${setting.id}`, (onClose) => (
            <SettingForm setting={setting} onClose={onClose} />
          )),
        ]}
      />
    </>
  );
}

function SettingForm({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const like = setting.default_value;
  const queries = useQueryClient();
  return (
    <FormDialog
      title={`Change ${setting.id}`}
      onClose={onClose}
      defaultValues={{ value: setting.is_secret ? '' : settingText(setting.value) }}
      validate={({ value }): { value?: string } => {
        const error = settingError(value, like);
        return error ? { value: error } : {};
      }}
      onSubmit={async ({ value }) => {
        const to = readSetting(value, like);
        const reply = await call('PUT /admin/settings/:id', {
          params: { id: setting.id },
          body: { value: to },
        });
        void queries.invalidateQueries(spinTodayQuery);
        void queries.invalidateQueries(welcomeGivenQuery);
        if (isPending(reply)) return waitsText(`Changing ${setting.id} to ${showSetting(to)}`);
        const now = `${showSetting(reply.value)} ${setting.unit}`.trim();
        return `${setting.id} is now ${now}. Servers apply it within two seconds.`;
      }}
      submitName="Save"
    >
      <p className="text-sm text-ink-2">{setting.description}</p>
      <ValueInput setting={setting} />
      <p className="text-sm text-ink-3">Last change: {lastChange(setting)}</p>
    </FormDialog>
  );
}

/** An input for the type of the default value. */
function ValueInput({ setting: { default_value: like, unit, is_secret } }: { setting: Setting }) {
  if (is_secret) return <TextInput source="value" label="New code" hint="Empty: no code" />;
  const label = unit ? `Value (${unit})` : 'Value';
  if (typeof like === 'boolean') {
    return (
      <SelectInput source="value" label={label}>
        <option value="true">on</option>
        <option value="false">off</option>
      </SelectInput>
    );
  }
  const props = { source: 'value', label, required: true, hint: `Default: ${showSetting(like)}` };
  return typeof like === 'number' ? <NumberInput {...props} /> : <TextInput {...props} />;
}
