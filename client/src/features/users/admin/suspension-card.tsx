import { DialogButton } from '../../../console/dialog-button.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { isPending, waitsText } from '../../../console/pending.ts';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { Chip } from '../../../ui/chip.tsx';
import type { UserDialogProps } from './adjust-form.tsx';
import { keyOf, UserCard } from './user-cards.tsx';

/** S10: suspensions of the player with the reasons, what the player answered, and what an operator can do. */
export function SuspensionCard({ user }: Pick<UserDialogProps, 'user'>) {
  const query = useFresh(keyOf(user, 'suspensions'), (signal) =>
    call('GET /admin/users/:id/suspensions', { params: { id: user.id }, signal }),
  );
  const current = query.data?.suspensions.find(({ is_in_force }) => is_in_force);
  const items =
    query.data &&
    [
      ...query.data.suspensions.map((one) => ({ at: one.started_at, text: one.reason, one })),
      ...query.data.answers.map((answer) => ({ ...answer, one: null })),
    ].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <UserCard
      title="Suspension"
      query={query}
      items={items}
      none="The player was never suspended."
      button={
        user.deleted_at === null ? (
          <span className="flex flex-wrap gap-2">
            <DialogButton
              asks="suspend"
              command="POST /admin/users/:id/suspend"
              look={current ? 'line' : 'danger'}
              size="sm"
              dialog={(onClose) => (
                <SuspendForm user={user} isRenewal={current !== undefined} onClose={onClose} />
              )}
            >
              {current ? 'Renew…' : 'Suspend…'}
            </DialogButton>
            {current ? (
              <DialogButton
                asks="end-suspension"
                command="POST /admin/users/:id/end-suspension"
                size="sm"
                dialog={(onClose) => <EndForm user={user} onClose={onClose} />}
              >
                End it…
              </DialogButton>
            ) : null}
          </span>
        ) : null
      }
    >
      {({ at, text, one }) => (
        <span className="min-w-0 flex-1">
          {one?.is_in_force ? (
            <>
              <Chip look="bad">Suspended</Chip> until {showMoment(one.ends_at)}
            </>
          ) : null}
          <span className="block wrap-anywhere whitespace-pre-line">{text}</span>
          <span className="block text-ink-3">
            {one ? `${one.operator} suspended` : `${user.username} answered`},{' '}
            <time dateTime={at}>{showMoment(at)}</time>
            {one && !one.is_in_force ? ` until ${showMoment(one.ends_at)}` : ''}
          </span>
        </span>
      )}
    </UserCard>
  );
}

function SuspendForm({ user, isRenewal, onClose }: UserDialogProps & { isRenewal: boolean }) {
  const submit = async (reason: string) => {
    const reply = await call('POST /admin/users/:id/suspend', { params: { id: user.id }, body: { reason } });
    return isPending(reply)
      ? waitsText(`Suspending ${user.username} again`)
      : `${user.username} is suspended for 14 days`;
  };
  return (
    <ReasonForm
      title={isRenewal ? `Suspend ${user.username} for 14 more days` : `Suspend ${user.username} for 14 days`}
      actionName={isRenewal ? 'Ask a second operator' : 'Suspend'}
      onSubmit={submit}
      onClose={onClose}
    >
      The player reads the reason on every page and can answer. New commands and money out stop at once;
      leading bids, tickets and entries still play out, and prizes wait. A renewal, also within 14 days of the
      end, needs a second operator.
    </ReasonForm>
  );
}

function EndForm({ user, onClose }: UserDialogProps) {
  const submit = async (reason: string) => {
    await call('POST /admin/users/:id/end-suspension', { params: { id: user.id }, body: { reason } });
    return `${user.username} is no longer suspended`;
  };
  return (
    <ReasonForm
      title={`End the suspension of ${user.username}`}
      actionName="End the suspension"
      onSubmit={submit}
      onClose={onClose}
    >
      The player can play and be paid again at once.
    </ReasonForm>
  );
}
