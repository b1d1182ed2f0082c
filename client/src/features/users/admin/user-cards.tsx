import type { AdminUser } from '@copup/shared/admin.ts';
import type { OwnSession } from '@copup/shared/auth.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { PlayerFlag } from '@copup/shared/people.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { statusWord } from '../../../console/capitalized.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { TextAreaInput } from '../../../console/inputs.tsx';
import { ItemCard } from '../../../console/items/item-page.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { CommandButton, useMayChange } from '../../../console/may-change.tsx';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { UserDialogProps } from './adjust-form.tsx';

/** Below the key of the item, so that a change of the user reads it again. */
export const keyOf = ({ id }: AdminUser, part: string) => ['item', 'user', id, part];

/** Why to look closer at a player. */
const flagWords: Readonly<Record<PlayerFlag, string>> = {
  suspended: 'Suspended',
  owes: 'Owes coins',
  disputed: 'Disputed card payment',
  on_break: 'On a break',
  referrals: 'Flagged referral',
  other_name: 'Other account name',
};

/** What of the player waits for a decision, a payment or an end. The operator acts on each item's own page. */
export function PendingCard({ user }: { user: AdminUser }) {
  const query = useFresh(keyOf(user, 'pending'), (signal) =>
    call('GET /admin/users/:id/pending', { params: { id: user.id }, signal }),
  );
  const items = query.data?.items.filter(({ kind }) => kind !== 'last_operator');
  return (
    <UserCard
      title="Pending"
      query={query}
      items={items}
      none="Nothing is pending."
      button={
        <span className="flex flex-wrap gap-1.5">
          {query.data?.flags.map((flag) => (
            <Chip key={flag} look={flag === 'suspended' ? 'bad' : 'warn'}>
              {flagWords[flag]}
            </Chip>
          ))}
        </span>
      }
    >
      {({ kind, details, bid_points }) => (
        <>
          <span className="min-w-0 flex-1">
            <b className="font-semibold">{statusWord(kind)}</b>
            {details ? (
              <span className="block wrap-anywhere text-ink-2">
                {kind === 'card_payment' ? `can be reversed until ${showMoment(details)}` : isolate(details)}
              </span>
            ) : null}
          </span>
          {bid_points === null ? null : <span className="shrink-0">{inCoins(bid_points)}</span>}
        </>
      )}
    </UserCard>
  );
}

const signOut = 'POST /admin/users/:id/sign-out';

/** S3a: where the user is signed in. Operators' sessions are shown only. */
export function DevicesCard({ user }: { user: AdminUser }) {
  const [ending, setEnding] = useState<OwnSession | 'all' | null>(null);
  const query = useFresh(keyOf(user, 'sessions'), (signal) =>
    call('GET /admin/users/:id/sessions', { params: { id: user.id }, signal }),
  );
  const sessions = query.data?.sessions;
  const isPlayer = user.role === 0;
  const mayEnd = useMayChange()(signOut) === undefined;
  return (
    <UserCard
      title="Signed-in devices"
      query={query}
      items={sessions}
      none="The user is not signed in."
      button={
        isPlayer && sessions?.length ? (
          <CommandButton command={signOut} look="danger" size="sm" onClick={() => setEnding('all')}>
            Sign out all…
          </CommandButton>
        ) : null
      }
      dialog={ending ? <SignOutForm user={user} session={ending} onClose={() => setEnding(null)} /> : null}
    >
      {(session) => (
        <>
          <span className="min-w-0 flex-1">
            <b className="font-semibold">{session.device ?? 'Unknown device'}</b>
            <span className="block wrap-anywhere text-ink-2">
              {session.network ? `Network ${session.network}` : 'Network unknown'} · used{' '}
              {showMoment(session.last_used_at)} · signed in {showMoment(session.created_at)}
            </span>
          </span>
          {isPlayer && mayEnd ? (
            <Button
              look="line"
              size="sm"
              onClick={() => setEnding(session)}
              aria-label={`Sign out ${session.device ?? 'an unknown device'}`}
            >
              Sign out…
            </Button>
          ) : null}
        </>
      )}
    </UserCard>
  );
}

function SignOutForm({ user, session, onClose }: UserDialogProps & { session: OwnSession | 'all' }) {
  const isAll = session === 'all';
  const title = isAll
    ? `Sign out all devices of ${user.username}`
    : `Sign out ${session.device ?? 'this device'} of ${user.username}`;
  const submit = async (reason: string) => {
    const body = { reason, ...(isAll ? {} : { session_id: session.id }) };
    return (await call('POST /admin/users/:id/sign-out', { params: { id: user.id }, body })).message;
  };
  return (
    <ReasonForm
      title={title}
      actionName={isAll ? 'Sign out all' : 'Sign out'}
      onSubmit={submit}
      onClose={onClose}
    >
      Open pages end at once, and the user has to sign in again. To keep someone out, suspend the account or
      let the user choose another password.
    </ReasonForm>
  );
}

/** What operators noted, for each other. */
export function NotesCard({ user }: { user: AdminUser }) {
  const [isAdding, setIsAdding] = useState(false);
  const query = useFresh(keyOf(user, 'notes'), (signal) =>
    call('GET /admin/users/:id/notes', { params: { id: user.id }, signal }),
  );
  return (
    <UserCard
      title="Notes"
      query={query}
      items={query.data?.notes}
      none="No operator has noted anything."
      button={
        user.deleted_at === null ? (
          <CommandButton command="POST /admin/users/:id/notes" size="sm" onClick={() => setIsAdding(true)}>
            Add a note…
          </CommandButton>
        ) : null
      }
      dialog={isAdding ? <NoteForm user={user} onClose={() => setIsAdding(false)} /> : null}
    >
      {({ text, operator, at }) => (
        <span className="min-w-0 flex-1">
          <span className="block wrap-anywhere whitespace-pre-line">{text}</span>
          <span className="block text-ink-3">
            {operator}, <time dateTime={at}>{showMoment(at)}</time>
          </span>
        </span>
      )}
    </UserCard>
  );
}

function NoteForm({ user, onClose }: UserDialogProps) {
  const submit = async ({ text }: { text: string }) => {
    await call('POST /admin/users/:id/notes', { params: { id: user.id }, body: { text: text.trim() } });
    return 'The note is added';
  };
  return (
    <FormDialog
      title={`Note about ${user.username}`}
      onClose={onClose}
      defaultValues={{ text: '' }}
      validate={({ text }) => (text.trim() === '' ? { text: 'Write a note.' } : {})}
      submitName="Add the note"
      onSubmit={submit}
    >
      <p className="text-sm text-ink-2">
        All operators read it, the player does not. It cannot be changed later.
      </p>
      <TextAreaInput source="text" label="Note" required maxLength={1_000} />
    </FormDialog>
  );
}

interface UserCardProps<Item> {
  title: string;
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  items: readonly Item[] | undefined;
  /** Shown without items. */
  none: string;
  button?: ReactNode;
  dialog?: ReactNode;
  children: (item: Item) => ReactNode;
}

/** A list of facts about a user, each in one row. */
export function UserCard<Item>({ title, query, items, none, button, dialog, children }: UserCardProps<Item>) {
  return (
    <ItemCard title={title} aside={button}>
      {items ? null : (
        <NotLoaded
          query={query}
          failed={`${title} could not be loaded`}
          text="Loading..."
          count={1}
          className="h-12"
        />
      )}
      {items?.length === 0 ? <p className="text-sm text-ink-2">{none}</p> : null}
      {items?.length ? (
        <ul aria-label={title} className="divide-y divide-line text-sm">
          {items.map((item, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id in common
            <li key={nth} className="flex items-center gap-3 py-2.5">
              {children(item)}
            </li>
          ))}
        </ul>
      ) : null}
      {dialog}
    </ItemCard>
  );
}
