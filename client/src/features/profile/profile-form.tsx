import type { Profile } from '@copup/shared/users.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, issueOf, messageOf } from '../../lib/api-error.ts';
import { formatDate } from '../../lib/format-time.ts';
import { Submit } from '../../parts/form-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { OtpInput } from '../../ui/otp-input.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountCard } from './account-card.tsx';
import { confirmEmail, saveProfile } from './api.ts';

const emptyText = 'All fields must be filled out.';

/** Names, e-mail and picture (W17). A new e-mail waits for its code. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [picture, setPicture] = useState<File | null>();
  const [isCodeOpen, setIsCodeOpen] = useState(false);
  const saving = useMutation({
    mutationFn: saveProfile,
    onSuccess: async ({ message }) => {
      toast.success(message || 'Profile updated successfully');
      setPicture(undefined);
      await queries.invalidateQueries({ queryKey: ['profile', profile.id] });
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const fields = { full_name: text('full_name'), username: text('username'), email: text('email') };
    const isEmpty = Object.values(fields).includes('');
    setIsIncomplete(isEmpty);
    if (!isEmpty) saving.mutate({ ...fields, picture });
  };

  const { error } = saving;
  const failure = isIncomplete ? emptyText : error && messageOf(error, 'The profile could not be saved');
  const field = (name: 'full_name' | 'email' | 'username') => ({
    name,
    required: true,
    defaultValue: profile[name] ?? '',
    error: issueOf(error, name),
  });
  return (
    <div className="grid content-start gap-4">
      <AccountCard profile={profile} picture={picture} onPicture={setPicture} />
      <form onSubmit={submit} noValidate aria-label="My Account" className="grid gap-4">
        {failure ? <Note look="error" role="alert" title={failure} /> : null}
        <Field label="Full Name" autoComplete="name" {...field('full_name')} />
        <div className="grid gap-2">
          {/* The address changes with its code, not with this form. */}
          <Field key={profile.email} label="Email" type="email" autoComplete="email" {...field('email')} />
          {profile.email_pending ? (
            <PendingEmail email={profile.email_pending} onEnter={() => setIsCodeOpen(true)} />
          ) : null}
        </div>
        <Field
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
          error={issueOf(error, 'username') ?? usernameError(error)}
          hint={
            profile.username_changes_from
              ? againText(profile.username_changes_from)
              : 'You can change it once in 30 days.'
          }
        />
        <Submit busy={saving.isPending}>Save Changes</Submit>
      </form>
      {isCodeOpen && profile.email_pending ? (
        <CodeDialog profile={profile} email={profile.email_pending} onClose={() => setIsCodeOpen(false)} />
      ) : null}
    </div>
  );
}

function PendingEmail({ email, onEnter }: { email: string; onEnter: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2.5 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      <p className="min-w-40 flex-1 wrap-anywhere">
        <b className="font-semibold">{email}</b> is waiting for its code.
      </p>
      <Button look="ink" size="sm" onClick={onEnter}>
        Enter code
      </Button>
    </div>
  );
}

const againText = (from: string) => `You can change it again from ${formatDate(Date.parse(from))}.`;

function usernameError(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'USERNAME_TAKEN') return error.message;
  return error.code === 'USERNAME_TOO_SOON' ? againText(String(error.details.from)) : undefined;
}

interface CodeDialogProps {
  profile: Profile;
  /** The pending address. */
  email: string;
  onClose: () => void;
}

/** S6: takes the code that was mailed to the new address. */
function CodeDialog({ profile, email, onClose }: CodeDialogProps) {
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const confirming = useMutation({
    mutationFn: confirmEmail,
    onSuccess: async ({ message }) => {
      await queries.invalidateQueries({ queryKey: ['profile', profile.id] });
      toast.success(message);
      onClose();
    },
  });
  const sending = useMutation({
    mutationFn: () => saveProfile({ full_name: profile.full_name, username: profile.username, email }),
    onSuccess: () => toast.success('OTP sent to your email'),
    onError: (error) => toast.error(messageOf(error, 'Error sending OTP')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === 6) confirming.mutate(code);
  };
  return (
    <Modal title="Confirm your e-mail" onClose={onClose} isBusy={confirming.isPending}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="wrap-anywhere text-ink-2">We mailed a code to {email}.</p>
        <OtpInput
          label="OTP"
          value={code}
          onChange={setCode}
          hint="check inbox or spam folder"
          error={confirming.error ? messageOf(confirming.error, 'The code could not be checked') : undefined}
          aside={
            <button
              type="button"
              className="-my-3 min-h-tap font-semibold text-brand disabled:text-ink-3"
              disabled={sending.isPending}
              onClick={() => sending.mutate()}
            >
              Resend OTP
            </button>
          }
        />
        <Submit disabled={code.length < 6} busy={confirming.isPending}>
          Confirm
        </Submit>
      </form>
    </Modal>
  );
}
