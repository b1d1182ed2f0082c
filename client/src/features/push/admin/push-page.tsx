import { formatNumber } from '@copup/shared/coins.ts';
import type { PushDay, PushState } from '@copup/shared/push.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { capitalized } from '../../../console/capitalized.ts';
import { actionColumn } from '../../../console/columns.tsx';
import { showDay } from '../../../console/local-time.ts';
import { CommandButton } from '../../../console/may-change.tsx';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { isPending, waitsText } from '../../../console/pending.ts';
import { useCommand } from '../../../console/use-command.ts';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { countColumn, DataTable, type TableColumn } from '../../../ui/data-table.tsx';
import { Note } from '../../../ui/note.tsx';
import { Tabs } from '../../../ui/tabs.tsx';

const spans = [
  { value: '1', name: 'Today' },
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
] as const;
type Span = (typeof spans)[number]['value'];
type Switch = PushState['switches'][number];

const key = ['admin-push'];

/** W23: what became of the messages, by day and kind; the push services; and a switch for each kind. */
export function Page() {
  const [days, setDays] = useState<Span>('7');
  const state = useFresh(key, (signal) => call('GET /admin/push', { signal }));
  const messages = useFresh([...key, days], (signal) =>
    call('GET /admin/push/days', { query: { days: Number(days) }, signal }),
  );
  const columns = useSwitchColumns();
  if (!state.data || messages.error)
    return (
      <NotLoaded
        query={state.data ? messages : state}
        failed="The push messages could not be read."
        isWhole
        count={5}
        className="h-11"
      />
    );
  const { is_on: isOn, switches, services } = state.data;
  return (
    <>
      {isOn ? null : (
        <Note look="warn" role="status" title="This server sends no push messages">
          It has no keys: set VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT.
        </Note>
      )}
      <Tabs label="Days" value={days} onChange={setDays} tabs={spans} />
      <DataTable
        title="Messages by day and kind"
        columns={dayColumns}
        rows={messages.data ?? null}
        keyOf={({ day, kind }) => `${day} ${kind}`}
        subLine={daySubLine}
        emptyTitle="No message was sent in these days"
      />
      <DataTable
        title="Push services"
        columns={serviceColumns}
        rows={services}
        keyOf={({ service }) => service}
        emptyTitle="No browser has subscribed"
      />
      <DataTable
        title="Kinds"
        aside="Security messages are always sent"
        columns={columns}
        rows={switches}
        keyOf={({ kind }) => kind}
        isWarning={({ is_on }) => !is_on}
        emptyTitle="There are no kinds"
      />
    </>
  );
}

const count = (name: Exclude<keyof PushDay, 'day' | 'kind'>, isOnPhone = false) =>
  countColumn(capitalized(name), (row: PushDay) => row[name], isOnPhone);

const dayColumns: TableColumn<PushDay>[] = [
  { name: 'Kind', cell: ({ kind }) => capitalized(kind), isOnPhone: true },
  { name: 'Day', cell: ({ day }) => <span className="whitespace-nowrap">{showDay(day)}</span> },
  count('sent'),
  count('accepted', true),
  count('expired'),
  count('failed', true),
  count('shown'),
  count('opened'),
  count('acted'),
];
const daySubLine = ({ day, opened }: PushDay) => `${showDay(day)}, ${formatNumber(opened)} opened`;

const serviceColumns: TableColumn<PushState['services'][number]>[] = [
  { name: 'Service', cell: ({ service }) => capitalized(service), isOnPhone: true },
  countColumn('Browsers', ({ endpoints }) => endpoints, true),
  countColumn('Failing', ({ failing }) => failing, true),
];

/** The switch is a setting, so each change is in the operators' log. */
function useSwitchColumns(): TableColumn<Switch>[] {
  const client = useQueryClient();
  const { run, isBusy } = useCommand(
    async ({ kind, setting, is_on }: Switch) => {
      const body = { value: !is_on };
      const reply = await call('PUT /admin/settings/:id', { params: { id: setting }, body });
      if (isPending(reply)) return waitsText('Switching this kind');
      return `${capitalized(kind)} is now ${is_on ? 'off' : 'on'}. Servers apply it within two seconds.`;
    },
    {
      done: (text) => text,
      onDone: () => void client.invalidateQueries({ queryKey: key }),
      showsErrors: true,
    },
  );
  return [
    { name: 'Kind', cell: ({ kind }) => capitalized(kind), isOnPhone: true },
    {
      name: 'Sending',
      cell: ({ is_on }) => <Chip look={is_on ? 'ok' : 'warn'}>{is_on ? 'On' : 'Off'}</Chip>,
      isOnPhone: true,
    },
    actionColumn((row) => (
      <span className="inline-flex py-1">
        <CommandButton
          command="PUT /admin/settings/:id"
          look="line"
          size="sm"
          disabled={isBusy}
          aria-label={`Switch ${row.is_on ? 'off' : 'on'}: ${row.kind}`}
          onClick={() => run(row)}
        >
          {row.is_on ? 'Switch off' : 'Switch on'}
        </CommandButton>
      </span>
    )),
  ];
}
