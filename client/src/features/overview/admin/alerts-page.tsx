import { type RedFact, redFacts } from '@copup/shared/alert-rules.ts';
import type { Alert, Alerts } from '@copup/shared/alerts.ts';
import { OVERVIEW_ROOM } from '@copup/shared/room-names.ts';
import { DialogButton } from '../../../console/dialog-button.tsx';
import { reasonError } from '../../../console/draft.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { MomentInput, TextInput } from '../../../console/inputs.tsx';
import { fromLocalInput, showMoment, showTime, toLocalInput } from '../../../console/local-time.ts';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { useRoomChanges } from '../../../realtime/index.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable, type TableColumn } from '../../../ui/data-table.tsx';
import { Note } from '../../../ui/note.tsx';

const HOUR_MS = 3_600_000;
const pausing = 'PUT /admin/alerts/pause';

/** O1: what the overview marks red, who is notified of it, and the pause. */
export function Page() {
  const query = useFresh(['admin-alerts'], (signal) => call('GET /admin/alerts', { signal }));
  const { data, refetch } = query;
  // An alert starts and ends some time after the overview shows its cause, so each update reads it until both agree.
  useRoomChanges<'overview'>(OVERVIEW_ROOM, ({ state }) => {
    if (data && differs(redFacts(state), data.alerts)) void refetch();
  });
  if (!data)
    return (
      <NotLoaded query={query} failed="The alerts could not be read." isWhole count={4} className="h-11" />
    );
  const { pause, alerts } = data;
  const standing = alerts.filter(({ ended_at }) => ended_at === null).length;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{receiversOf(data)}</p>
        <DialogButton
          asks="pause"
          command={pausing}
          size="sm"
          dialog={(onClose) => <PauseForm onClose={onClose} />}
        >
          {pause ? 'Change the pause…' : 'Pause…'}
        </DialogButton>
      </div>
      {pause ? (
        <Note
          look="warn"
          title={`No messages until ${showMoment(pause.until)}`}
          action={
            <DialogButton
              asks="resume"
              command={pausing}
              size="sm"
              dialog={(onClose) => (
                <ReasonForm
                  title="End the pause"
                  actionName="End the pause"
                  onSubmit={(reason) => setPause(null, reason)}
                  onClose={onClose}
                >
                  Alerts that still stand are sent at once.
                </ReasonForm>
              )}
            >
              End the pause…
            </DialogButton>
          }
        >
          {pause.operator}: {pause.reason}
        </Note>
      ) : null}
      <DataTable
        title="Alerts"
        aside={standing > 0 ? <Chip look="bad">{standing} now</Chip> : null}
        columns={columns}
        rows={alerts}
        keyOf={({ id }) => String(id)}
        subLine={({ detail, started_at }) => `${detail} Since ${showMoment(started_at)}`}
        emptyTitle="There was no alert"
      />
    </>
  );
}

/** Whether the alerts that stand are others than what is red. */
function differs(red: readonly RedFact[], alerts: readonly Alert[]): boolean {
  const standing = new Set(alerts.flatMap(({ title, ended_at }) => (ended_at === null ? [title] : [])));
  return red.length !== standing.size || red.some(({ title }) => !standing.has(title));
}

function receiversOf({ mails, webhook }: Alerts): string {
  const receivers = [
    ...(mails > 0 ? [mails === 1 ? 'one address' : `${mails} addresses`] : []),
    ...(webhook ? [webhook] : []),
  ];
  return receivers.length > 0
    ? `One message when an alert starts and one when it ends, to ${receivers.join(' and ')}.`
    : 'No one is notified: ALERT_MAIL and ALERT_WEBHOOK are not set.';
}

const columns: readonly TableColumn<Alert>[] = [
  {
    name: 'Alert',
    cell: ({ title, detail }) => (
      <>
        {title}
        <span className="hidden font-normal wrap-anywhere text-ink-2 lg:block">{detail}</span>
      </>
    ),
    isOnPhone: true,
  },
  {
    name: 'State',
    cell: ({ ended_at }) =>
      ended_at === null ? <Chip look="bad">Now</Chip> : <Chip look="plain">Over</Chip>,
    isOnPhone: true,
  },
  { name: 'Since', cell: ({ started_at }) => <Nowrap>{showTime(started_at)}</Nowrap> },
  { name: 'Until', cell: ({ ended_at }) => <Nowrap>{ended_at ? showTime(ended_at) : '–'}</Nowrap> },
  {
    name: 'Message',
    cell: ({ sent_at }) => <Nowrap>{sent_at ? `Sent ${showTime(sent_at)}` : 'Held back by a pause'}</Nowrap>,
  },
];

const Nowrap = ({ children }: { children: string }) => <span className="whitespace-nowrap">{children}</span>;

async function setPause(until: string | null, reason: string): Promise<string> {
  await call(pausing, { body: { until, reason } });
  return until === null ? 'The pause is over' : `Alerts are paused until ${showMoment(until)}`;
}

interface Values {
  until: string;
  reason: string;
}

function PauseForm({ onClose }: { onClose: () => void }) {
  const validate = ({ until, reason }: Values): Partial<Values> => {
    const why = reasonError(reason);
    return { ...(fromLocalInput(until) ? {} : { until: 'Enter the end.' }), ...(why && { reason: why }) };
  };
  return (
    <FormDialog
      title="Pause alerts"
      onClose={onClose}
      defaultValues={{ until: toLocalInput(new Date(Date.now() + HOUR_MS).toISOString()), reason: '' }}
      validate={validate}
      submitName="Pause alerts"
      onSubmit={({ until, reason }) => setPause(fromLocalInput(until) ?? '', reason.trim())}
    >
      <p className="text-sm text-ink-2">
        Nothing is sent until then, at most 7 days. What still stands is sent afterwards.
      </p>
      <MomentInput source="until" label="Until" required />
      <TextInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}
