import type { PushSettings } from '@copup/shared/push.ts';
import { useMutation } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { offText, turnOn, usePushAbility } from '../../push/device.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';

interface ThisDeviceProps {
  settings: PushSettings;
  isOffline: boolean;
  onChange: () => void;
}

/** Whether messages reach this browser; if not, why, and the way there. */
export function ThisDevice({ settings, isOffline, onChange }: ThisDeviceProps) {
  const ability = usePushAbility();
  if (settings.public_key === null)
    return (
      <Note look="info" title="Messages are off on this server">
        {inApp}
      </Note>
    );
  if (ability === 'none')
    return (
      <Note look="info" title="This browser can’t receive messages">
        Chrome, Firefox, Edge and Samsung Internet can. {inApp}
      </Note>
    );
  if (ability === 'home-screen')
    return (
      <Way
        title="First put Copup on your home screen"
        text="iPhones and iPads send messages only from there."
        steps={[
          'Tap Share in Safari',
          'Choose “Add to Home Screen”',
          'Open Copup from there, and turn messages on',
        ]}
      />
    );
  if (ability === 'denied')
    return (
      <Way
        title="Your browser blocks our messages"
        text="You or your phone said no. Only you can change it."
        steps={[
          'Tap the sign beside the address',
          'Choose Permissions, then Notifications',
          'Allow them and come back. This page notices.',
        ]}
      />
    );
  const own = ability === 'granted' ? settings.devices.find(({ is_current }) => is_current) : undefined;
  if (own)
    return (
      <State Icon={BellRing} look="bg-ok-soft" tile="bg-ok text-surface" title="On for this device">
        {own.device ?? 'Unknown device'}
      </State>
    );
  return (
    <State
      Icon={BellOff}
      look="bg-surface shadow-2"
      tile="bg-sunken text-ink-2"
      title="Off for this device"
      action={<TurnOn isOffline={isOffline} onDone={onChange} />}
    >
      We can’t tell you here while Copup is closed.
    </State>
  );
}

function TurnOn({ isOffline, onDone }: { isOffline: boolean; onDone: () => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: turnOn,
    onSuccess: onDone,
    onError: (error) => toast.error(messageOf(error, offText)),
  });
  return (
    <Button look="ink" size="sm" busy={isPending} disabled={isOffline} onClick={() => mutate()}>
      Turn on
    </Button>
  );
}

const inApp = 'All news still arrives under Notifications.';

interface StateProps {
  Icon: typeof BellOff;
  look: string;
  /** The look of its icon. */
  tile: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function State({ Icon, look, tile, title, action, children }: StateProps) {
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center gap-3 rounded-lg px-4 py-3.5 outline -outline-offset-1 outline-transparent ${look}`}
    >
      <span className={`grid size-10 shrink-0 place-items-center rounded-[13px] ${tile}`}>
        <Icon size={20} aria-hidden />
      </span>
      <p className="min-w-[min(10rem,100%)] flex-1 leading-snug">
        <b className="block font-semibold">{title}</b>
        <span className="text-sm text-ink-2">{children}</span>
      </p>
      {action}
    </div>
  );
}

/** What the user has to do outside of the app. */
function Way({ title, text, steps }: { title: string; text: string; steps: readonly string[] }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <Note look="warn" title={title}>
        {text}
      </Note>
      <ol className="divide-y divide-line rounded-lg bg-surface px-4 shadow-2">
        {steps.map((step, nth) => (
          <li key={step} className="flex min-h-15 items-center gap-3.5 py-2">
            <span
              aria-hidden
              className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand"
            >
              {nth + 1}
            </span>
            <b className="font-semibold">{step}</b>
          </li>
        ))}
      </ol>
      <p className="px-1 text-sm text-ink-2">{inApp}</p>
    </section>
  );
}
