import type { mutableKinds, NotificationKind, NotificationPreferences } from '@copup/shared/users.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { readPreferences, writePreferences } from './api.ts';

type MutableKind = (typeof mutableKinds)[number];

interface Group {
  name: string;
  hint?: string;
  /** Empty for a group that is always on. */
  kinds: readonly MutableKind[];
}

const groups: readonly Group[] = [
  { name: 'Outbid', hint: 'at most one per auction', kinds: ['outbid'] },
  { name: 'Watchlist', hint: 'before an auction ends', kinds: ['ending'] },
  { name: 'Heists', hint: 'before and at the start, if you have a ticket', kinds: ['starting'] },
  { name: 'Won and lost', kinds: ['won', 'lost'] },
  { name: 'Orders', kinds: ['order'] },
  { name: 'Friends who join through your links', kinds: ['referral'] },
  { name: 'Corrections and later ends of what you entered', hint: 'always on', kinds: [] },
  { name: 'Coins, refunds and payouts', hint: 'always on', kinds: [] },
  { name: 'Sign-in and PIN changes', hint: 'always on', kinds: [] },
];

/** W6: which kinds of notices the user receives. */
export function NoticeSettings({ onClose }: { onClose: () => void }) {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  const queryKey = ['notification-preferences', id];
  const { data, isPending, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readPreferences(signal),
    staleTime: 0,
  });
  const writing = useMutation({
    mutationFn: writePreferences,
    onSuccess: (reply) => queries.setQueryData(queryKey, reply),
    onError: (error) => toast.error(messageOf(error, 'The setting could not be saved')),
  });
  const { variables } = writing;
  // The switch moves at once and returns if the change is refused.
  const isOn = (kind: NotificationKind) =>
    (writing.isPending ? variables?.preferences.find((each) => each.kind === kind)?.enabled : undefined) ??
    isEnabled(data, kind);
  return (
    <Modal title="Notification settings" onClose={onClose}>
      {(leave) => (
        <>
          {isPending ? <Skeletons text="Loading settings..." count={5} className="mb-3 h-12" /> : null}
          {isError ? <ErrorState message="Error fetching settings" onRetry={() => void refetch()} /> : null}
          {data ? (
            <ul className="mb-4 divide-y divide-line border-y border-line">
              {groups.map(({ name, hint, kinds }, nth) => {
                const switchId = `notices-${nth}`;
                return (
                  <li key={name}>
                    <label htmlFor={switchId} className="flex min-h-15 items-center gap-3 py-2">
                      <span className="min-w-0 flex-1">
                        <span className="block font-semibold">{name}</span>
                        {hint ? <span className="block text-sm text-ink-2">{hint}</span> : null}
                      </span>
                      <Switch
                        id={switchId}
                        isOn={kinds.every(isOn)}
                        disabled={kinds.length === 0}
                        onChange={(enabled) =>
                          writing.mutate({ preferences: kinds.map((kind) => ({ kind, enabled })) })
                        }
                      />
                    </label>
                  </li>
                );
              })}
            </ul>
          ) : null}
          <Button look="ink" className="w-full" onClick={leave}>
            Done
          </Button>
        </>
      )}
    </Modal>
  );
}

const isEnabled = (data: NotificationPreferences | undefined, kind: NotificationKind) =>
  data?.preferences.find((each) => each.kind === kind)?.enabled ?? true;
