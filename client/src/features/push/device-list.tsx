import type { PushSettings } from '@copup/shared/push.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { formatMoment } from '../../lib/format-time.ts';
import { removeDevice } from '../../push/device.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { toast } from '../../ui/toast.ts';

type Device = PushSettings['devices'][number];

interface DeviceListProps {
  devices: readonly Device[];
  isOffline: boolean;
  onChange: () => void;
}

/** The browsers that receive messages, each with a test and a way to remove it. */
export const DeviceList = ({ devices, ...rest }: DeviceListProps) => (
  <ul className="divide-y divide-line" aria-label="Devices that receive messages">
    {devices.map((device) => (
      <DeviceRow key={device.id} device={device} {...rest} />
    ))}
  </ul>
);

function DeviceRow({
  device: { id, device, created_at, is_current },
  isOffline,
  onChange,
}: Omit<DeviceListProps, 'devices'> & { device: Device }) {
  const nowMs = useServerNow(60_000);
  const name = device ?? 'Unknown device';
  const testing = useMutation({
    mutationFn: () => call('POST /user/push/devices/:id/test', { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, 'The test could not be sent')),
  });
  const removing = useMutation({
    mutationFn: () => removeDevice(id, is_current),
    onSuccess: ({ message }) => {
      toast.success(message);
      onChange();
    },
    onError: (error) => toast.error(messageOf(error, 'The device could not be removed')),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-[min(15rem,100%)] flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {is_current ? <Chip look="ok">This device</Chip> : null}
        </p>
        <p className="text-sm text-ink-2">since {formatMoment(Date.parse(created_at), nowMs)}</p>
      </div>
      <Button size="sm" busy={testing.isPending} disabled={isOffline} onClick={() => testing.mutate()}>
        Send a test<span className="sr-only"> to {name}</span>
      </Button>
      <Button
        size="sm"
        className="text-danger!"
        busy={removing.isPending}
        disabled={isOffline}
        onClick={() => removing.mutate()}
      >
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
