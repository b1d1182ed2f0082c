import { paths } from '@copup/shared/page-paths.ts';
import type { PushSettings, PushSettingsBody, SwitchedPushKind } from '@copup/shared/push.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useConnection } from '../../realtime/index.ts';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { Screen } from '../../ui/page-header.tsx';
import { FailedRead, Skeletons } from '../../ui/states.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { DeviceList } from './device-list.tsx';
import { ThisDevice } from './this-device.tsx';

/** W23: which messages the player receives while Copup is closed, when, and where. */
export function Page() {
  const { id } = useSignedInUser();
  const queryKey = ['push', id];
  const { data, isPending, isError, refetch } = useFresh(queryKey, (signal) =>
    call('GET /user/push', { signal }),
  );
  return (
    <Screen title="What we tell you" backTo={paths.notifications}>
      <div className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-5.5">
        {isPending ? <Skeletons text="Loading settings..." count={4} className="h-20" /> : null}
        <FailedRead query={{ isError, refetch }} message="Error fetching settings" isWhole={!data} />
        {data ? <Content settings={data} queryKey={queryKey} onDevices={() => void refetch()} /> : null}
      </div>
    </Screen>
  );
}

const groups: readonly {
  title: string;
  rows: readonly { kind: SwitchedPushKind; name: string; hint?: string }[];
}[] = [
  {
    title: 'Auctions',
    rows: [
      { kind: 'outbid', name: 'Outbid', hint: 'at most one per auction until you open it, at any hour' },
      { kind: 'ending', name: 'Ends soon', hint: 'auctions on your watchlist' },
      { kind: 'won', name: 'Won' },
      { kind: 'lost', name: 'Lost' },
    ],
  },
  {
    title: 'Games and heists',
    rows: [
      { kind: 'starting', name: 'Starts soon', hint: 'what you have a ticket for, at any hour' },
      { kind: 'question', name: 'The question is open', hint: 'of your heist, at any hour' },
    ],
  },
  {
    title: 'Money and tasks',
    rows: [
      { kind: 'coins', name: 'Coins received' },
      { kind: 'payment', name: 'Payments' },
      { kind: 'payout', name: 'Payouts' },
      { kind: 'decision', name: 'Trades and tasks', hint: 'when one is decided' },
    ],
  },
];

interface ContentProps {
  settings: PushSettings;
  queryKey: readonly unknown[];
  onDevices: () => void;
}

function Content({ settings, queryKey, onDevices }: ContentProps) {
  const queries = useQueryClient();
  const isOffline = useConnection() === 'offline';
  const writing = useMutation({
    mutationFn: (body: PushSettingsBody) => call('PUT /user/push', { body }),
    scope: { id: 'push-settings' },
    onSuccess: (reply) => queries.setQueryData(queryKey, reply),
    onError: (error) => toast.error(messageOf(error, 'The setting could not be saved')),
  });
  // Shown at once; a refusal brings the old setting back.
  const wanted: PushSettingsBody = (writing.isPending && writing.variables) || {};
  const quiet = wanted.quiet_hours ?? settings.quiet_hours;
  const isOn = (kind: SwitchedPushKind) =>
    [...(wanted.kinds ?? []), ...settings.kinds].find((each) => each.kind === kind)?.enabled ?? true;
  return (
    <>
      {isOffline ? <Note look="offline">You can change this when you’re back online.</Note> : null}
      <ThisDevice settings={settings} isOffline={isOffline} onChange={onDevices} />
      {groups.map(({ title, rows }) => (
        <Group key={title} title={title}>
          {rows.map(({ kind, name, hint }) => (
            <SwitchRow
              key={kind}
              id={`push-${kind}`}
              {...{ name, hint }}
              isOn={isOn(kind)}
              disabled={isOffline}
              onChange={(enabled) => writing.mutate({ kinds: [{ kind, enabled }] })}
            />
          ))}
        </Group>
      ))}
      <Group title="Security">
        <SwitchRow
          id="push-security"
          name="Sign-in on a new device, PIN changes"
          hint="always on, to protect your coins"
          isOn
          disabled
          onChange={() => {}}
        />
      </Group>
      <Group title="On the locked screen">
        <SwitchRow
          id="push-amounts"
          name="Show amounts"
          hint="anyone near your phone can read them"
          isOn={wanted.shows_amounts ?? settings.shows_amounts}
          disabled={isOffline}
          onChange={(shows_amounts) => writing.mutate({ shows_amounts })}
        />
      </Group>
      <QuietHours
        saved={settings.quiet_hours}
        {...{ quiet, isOffline }}
        onChange={(change) => writing.mutate({ quiet_hours: { ...quiet, ...change } })}
      />
      {settings.devices.length > 0 ? (
        <Group title="Devices">
          <DeviceList devices={settings.devices} isOffline={isOffline} onChange={onDevices} />
        </Group>
      ) : null}
    </>
  );
}

interface QuietHoursProps {
  saved: PushSettings['quiet_hours'];
  /** With the change that is being saved. */
  quiet: PushSettings['quiet_hours'];
  isOffline: boolean;
  onChange: (change: Partial<PushSettings['quiet_hours']>) => void;
}

function QuietHours({ saved, quiet, isOffline, onChange }: QuietHoursProps) {
  return (
    <Group title="Quiet hours">
      <SwitchRow
        id="push-quiet"
        name={`${spoken(quiet.from)} to ${spoken(quiet.until)}`}
        hint="Lagos time. Messages wait until the morning, except those at any hour."
        isOn={quiet.is_on}
        disabled={isOffline}
        onChange={(is_on) => onChange({ is_on })}
      />
      {quiet.is_on ? (
        <div className="grid grid-cols-2 gap-3 py-3.5 max-[340px]:grid-cols-1">
          {(['from', 'until'] as const).map((end) => (
            <Field
              key={`${end} ${saved[end]}`}
              label={end === 'from' ? 'From' : 'Until'}
              type="time"
              defaultValue={saved[end]}
              disabled={isOffline}
              onBlur={({ target: { value } }) => value && value !== quiet[end] && onChange({ [end]: value })}
            />
          ))}
        </div>
      ) : null}
    </Group>
  );
}

/** "10:00 pm" for "22:00". */
function spoken(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="px-1 font-sans text-sm font-semibold text-ink-2">{title}</h2>
      <div className="divide-y divide-line rounded-lg bg-surface px-4 shadow-2">{children}</div>
    </section>
  );
}
