import { paths } from '@copup/shared/page-paths.ts';
import type { Profile } from '@copup/shared/users.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Camera, UserPlus } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, issueOf, messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { formatDate, formatMonth } from '../../lib/format-time.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { Submit } from '../../parts/form-parts.tsx';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { OtpInput } from '../../ui/otp-input.tsx';
import { toast } from '../../ui/toast.ts';
import { saveProfile } from './api.ts';

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
    mutationFn: () => call('POST /user/profile/confirm-email', { body: { code } }),
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
    if (code.length < 6) return toast.error('The code has 6 digits');
    confirming.mutate();
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
        <Submit busy={confirming.isPending}>Confirm</Submit>
      </form>
    </Modal>
  );
}

const accepted = ['image/png', 'image/jpeg', 'image/webp'];
const maxMb = 5;

interface AccountCardProps {
  profile: Profile;
  /** The chosen picture; null when the present one is to be removed. */
  picture: File | null | undefined;
  onPicture: (picture: File | null | undefined) => void;
}

/** The user's picture with its picker. A chosen picture is shown at once and stored with the form. */
function AccountCard({ profile, picture, onPicture }: AccountCardProps) {
  const inputId = useId();
  const preview = useObjectUrl(picture);
  const shown = picture === null ? null : (preview ?? profile.profile);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file can be chosen again.
    event.target.value = '';
    if (!file) return;
    if (!accepted.includes(file.type)) return toast.error('Choose a PNG, JPEG or WebP picture.');
    if (file.size > maxMb * 2 ** 20) return toast.error(`A picture may have at most ${maxMb} MB.`);
    onPicture(file);
  };
  return (
    <section
      aria-label="Your picture and name"
      className="stage adire flex flex-wrap items-center gap-4 overflow-hidden rounded-[24px] p-4"
    >
      <span className="relative shrink-0 rounded-full p-1 shadow-[0_0_0_2px_#c9d2ff]">
        <Avatar name={profile.full_name} username={profile.username} picture={shown} size={96} />
        <input
          id={inputId}
          type="file"
          accept={accepted.join(',')}
          className="peer sr-only"
          aria-label="Update avatar"
          onChange={choose}
        />
        <label
          htmlFor={inputId}
          title="Update avatar"
          className="absolute -right-2 -bottom-1 grid size-11 cursor-pointer place-items-center rounded-full bg-white text-[#0f1530] shadow-2 peer-focus-visible:outline-3 peer-focus-visible:outline-white"
        >
          <Camera size={20} aria-hidden />
        </label>
      </span>
      <div className="min-w-40 flex-1">
        <p className="font-display text-lg font-bold wrap-anywhere">{profile.full_name}</p>
        <p className="text-sm wrap-anywhere text-on-stage-2">
          @{profile.username}, joined {formatMonth(Date.parse(profile.joined_at))}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4">
          <Link
            to={paths.invites}
            className="inline-flex min-h-tap items-center gap-2 text-sm font-semibold text-white"
          >
            <UserPlus size={20} aria-hidden />
            Invite friends
          </Link>
          {shown !== null ? (
            <button
              type="button"
              className="min-h-tap text-sm font-semibold text-white"
              onClick={() => onPicture(picture ? undefined : null)}
            >
              {picture ? 'Undo' : 'Remove picture'}
            </button>
          ) : null}
        </p>
        {picture !== undefined ? (
          <p role="status" className="text-sm text-on-stage-2">
            Press Save Changes to keep it.
          </p>
        ) : null}
      </div>
    </section>
  );
}
