import { inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { DeleteAccountBody, DeletionPreview } from '@copup/shared/people.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing, Gauge, MonitorSmartphone } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useProfile } from '../../balance/use-balance.ts';
import { SaverCard } from '../../data-use/saver-card.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';
import { leaveSession, useSignedInUser } from '../../lib/session.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { NavItem } from '../../ui/nav-item.ts';
import { Screen } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { FailedRead, Skeletons } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { BlockList } from './block-list.tsx';
import { ProfileForm } from './profile-form.tsx';

export function Page() {
  const query = useProfile();
  const { data: profile, isPending } = query;
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Screen title="My Account" backTo={paths.dashboard} closes>
      {isPending ? <Skeletons text="Loading your account..." count={4} className="h-20" /> : null}
      {profile ? null : <FailedRead query={query} message="Error fetching user profile" isWhole />}
      {profile ? (
        <div className="grid gap-5.5 lg:grid-cols-2">
          <ProfileForm profile={profile} />
          <div className="grid content-start gap-3.5">
            <PageLinks links={settings} />
            <section className="flex flex-wrap items-center gap-3 rounded-lg border border-line px-3.5 py-3">
              <div className="min-w-40 flex-1">
                <h2 className="text-base">Delete Account</h2>
                <p className="text-sm text-ink-2">Your name, e-mail and picture are erased.</p>
              </div>
              <Button size="sm" className="text-danger!" onClick={() => setIsDeleting(true)}>
                Delete Account
              </Button>
            </section>
            <SaverCard />
          </div>
        </div>
      ) : null}
      {isDeleting ? <DeleteDialog onClose={() => setIsDeleting(false)} /> : null}
    </Screen>
  );
}

const settings: readonly NavItem[] = (
  [
    [paths.pushSettings, 'What we tell you', BellRing, 'Messages on your devices, and quiet hours.'],
    [paths.sessions, 'Signed-in devices', MonitorSmartphone, 'See them, and sign them out.'],
    [paths.limits, 'Limits and breaks', Gauge, 'Limit what you spend, take a time-out, find help.'],
  ] as const
).map(([to, name, Icon, text]) => ({
  ...{ to, name, Icon },
  aside: <span className="block text-sm text-ink-2">{text}</span>,
}));

const deletedText = 'Account deleted successfully';

/** S7: first what prevents the deletion, then the coins to give up and the password. */
function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const queryKey = ['deletion-preview', id];
  const { data, isPending, isError, refetch } = useFresh(queryKey, (signal) =>
    call('GET /user/deletion-preview', { signal }),
  );
  const deleting = useMutation({
    mutationFn: (body: DeleteAccountBody) => call('DELETE /user/delete', { body }),
    onSuccess: ({ message }) => {
      toast.success(message || deletedText);
      leaveSession();
      void navigate(paths.login);
    },
    onError: (error) => {
      // Something changed since the preview.
      if (error instanceof ApiError && ['DELETION_BLOCKED', 'FORFEIT_NEEDED'].includes(error.code))
        void queries.invalidateQueries({ queryKey });
    },
  });
  const isBlocked = data !== undefined && data.blocks.length > 0;
  return (
    <Modal title="Confirm Deletion" onClose={onClose} isBusy={deleting.isPending}>
      {(leave) => (
        <div className="grid gap-4">
          {isPending ? <Skeletons text="Checking your account..." count={3} className="h-14" /> : null}
          <FailedRead query={{ isError, refetch }} message="Your account could not be checked" />
          {isBlocked ? (
            <>
              <p id="deletion-block" className="text-ink-2">
                Your account cannot be deleted before {data.blocks.length === 1 ? 'this is' : 'these are'}{' '}
                settled.
              </p>
              <BlockList blocks={data.blocks} />
              <div className="flex gap-2.5">
                <Button className="flex-1" onClick={leave}>
                  Cancel
                </Button>
                <Button look="danger" className="flex-1" disabled aria-describedby="deletion-block">
                  Confirm
                </Button>
              </div>
            </>
          ) : null}
          {data && !isBlocked ? (
            <DeleteForm
              preview={data}
              error={deleting.error}
              isBusy={deleting.isPending}
              onCancel={leave}
              onConfirm={deleting.mutate}
            />
          ) : null}
        </div>
      )}
    </Modal>
  );
}

interface DeleteFormProps {
  preview: DeletionPreview;
  error: Error | null;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: (body: { password?: string; forfeit?: boolean }) => void;
}

function DeleteForm({ preview, error, isBusy, onCancel, onConfirm }: DeleteFormProps) {
  const { bid_points, task_coin, needs_password } = preview;
  const [isForfeited, setIsForfeited] = useState(false);
  const [password, setPassword] = useState('');
  const hasCoins = bid_points + task_coin > 0;
  const isReady = (isForfeited || !hasCoins) && (password !== '' || !needs_password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady)
      onConfirm({ ...(needs_password && { password }), ...(hasCoins && { forfeit: isForfeited }) });
  };
  const isWrong = error instanceof ApiError && error.code === 'WRONG_PASSWORD';
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">Your name, e-mail and picture are erased. This can’t be undone.</p>
      <Failure error={isWrong ? null : error} text="The account could not be deleted" />
      {hasCoins ? (
        <>
          <label className="flex min-h-tap items-center gap-3 rounded-md bg-danger-soft px-3.5 py-3">
            <input
              type="checkbox"
              checked={isForfeited}
              onChange={(event) => setIsForfeited(event.target.checked)}
              className="size-6 shrink-0 accent-danger"
            />
            <span>
              I give up my <b className="font-semibold">{coinsText(bid_points, task_coin)}</b>. They cannot be
              brought back.
            </span>
          </label>
          <Link to={paths.payout} className="inline-flex min-h-tap items-center font-semibold text-brand">
            Cash out first
          </Link>
        </>
      ) : null}
      {needs_password ? (
        <Field
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={isWrong ? error.message : undefined}
        />
      ) : null}
      <div className="flex gap-2.5">
        <Button className="flex-1" onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
        <Submit look="danger" className="flex-1" disabled={!isReady} busy={isBusy}>
          Confirm
        </Submit>
      </div>
    </form>
  );
}

function coinsText(coins: number, taskCoins: number): string {
  const parts = [
    ...(coins > 0 ? [inCoins(coins)] : []),
    ...(taskCoins > 0 ? [inCoins(taskCoins, 'task')] : []),
  ];
  return parts.join(' and ');
}
