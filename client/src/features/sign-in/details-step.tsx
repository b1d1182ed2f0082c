import type { SignedIn } from '@copup/shared/auth.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { AtSign, ChevronDown, Gift } from 'lucide-react';
import { useState } from 'react';
import { ApiError, issueOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Field } from '../../ui/field.tsx';
import { useSettled } from '../../ui/use-coalesced.ts';
import { register } from './api.ts';
import { checkFilled, checkPassword, checkUsername } from './checks.ts';
import { TermsBox, termsText } from './terms-box.tsx';
import { useReferralCode } from './use-referral-code.ts';

const typingMs = 400;

interface DetailsStepProps {
  email: string;
  otp: string;
  /** A free username. */
  proposed: string;
  onRegistered: (signedIn: SignedIn) => void;
  /** The server refused the code, which has expired or was used since. */
  onCodeRefused: (error: ApiError) => void;
}

export function DetailsStep({ email, otp, proposed, onRegistered, onCodeRefused }: DetailsStepProps) {
  const [username, setUsername] = useState(proposed);
  const [length, setLength] = useState(0);
  const isFree = useIsFree(username, proposed);
  const registering = useMutation({
    mutationFn: register,
    onSuccess: onRegistered,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'WRONG_CODE') onCodeRefused(error);
    },
  });
  const { form, field } = useForm({
    failure: registering.error,
    check: (read, values) => ({
      username: checkUsername(read('username')),
      full_name: checkFilled(read('full_name'), 'full name'),
      password: checkPassword(read('password', 'raw')),
      terms: values.get('terms') ? undefined : termsText,
    }),
    send: (read) =>
      registering.mutate({
        email,
        username: read('username'),
        full_name: read('full_name'),
        password: read('password', 'raw'),
        otp,
        referralCode: read('referralCode') || null,
        terms: true,
      }),
  });
  const name = field('username');
  return (
    <form {...form} className="grid gap-3.5" aria-label="Register">
      <Failure error={registering.error} text="Error registering user" />
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="off"
        icon={<AtSign size={20} aria-hidden />}
        hint="Other players see only this name."
        {...name}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={name.error ?? (isFree === false ? 'This username is taken' : undefined)}
        isOk={isFree === true}
      />
      <Field
        label="Full name"
        autoComplete="name"
        hint="As on your bank account, for payouts. Players never see it."
        {...field('full_name')}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={<Strength length={length} />}
        {...field('password')}
        onChange={(event) => setLength(event.target.value.length)}
      />
      <Referral error={issueOf(registering.error, 'referralCode')} />
      <TermsBox error={field('terms').error} />
      <Submit busy={registering.isPending}>Register</Submit>
      <p className="text-center text-sm text-ink-3">You’ll be signed in at once.</p>
    </form>
  );
}

const strengths = ['', 'Too short', 'Enough', 'Good', 'Strong'];

/** How hard the password is to guess: length decides. */
function Strength({ length }: { length: number }) {
  if (length === 0) return 'At least 8 characters.';
  const level = length < 8 ? 1 : Math.min(4, Math.floor(length / 4));
  return (
    <span className="flex items-center gap-2.5">
      <span aria-hidden="true" className="grid w-1/3 grid-cols-4 gap-1.5">
        {[1, 2, 3, 4].map((at) => (
          <span key={at} className={`h-1.5 rounded-full ${at <= level ? 'bg-ok' : 'bg-line'}`} />
        ))}
      </span>
      {strengths[level]}. {length} characters.
    </span>
  );
}

/** Returns whether the username is free, once typing has paused; undefined before, and without a reply. */
function useIsFree(username: string, proposed: string): boolean | undefined {
  const typed = useSettled(username.trim(), typingMs);
  const isProposed = typed === proposed;
  const { data } = useQuery({
    queryKey: ['username', typed],
    queryFn: ({ signal }) => call('GET /auth/username/:username', { params: { username: typed }, signal }),
    enabled: !isProposed && checkUsername(typed) === undefined,
    retry: false,
  });
  if (typed !== username.trim()) return undefined;
  return isProposed || data?.is_free;
}

/** Folded, unless a link brought a code. */
function Referral({ error }: { error: string | undefined }) {
  const code = useReferralCode();
  return (
    <details open={code !== '' || error !== undefined} className="group rounded-md px-3.5 ctl-line">
      <summary className="flex min-h-ctl list-none items-center gap-3 font-semibold text-ink-2 [&::-webkit-details-marker]:hidden">
        <Gift size={20} aria-hidden />
        <span className="flex-1">I have a referral code</span>
        <ChevronDown
          size={20}
          aria-hidden
          className="transition-transform duration-(--dur-state) group-open:rotate-180"
        />
      </summary>
      <div className="pb-3.5">
        <Field
          label="Referral code"
          name="referralCode"
          autoComplete="off"
          aside="optional"
          defaultValue={code}
          error={error}
        />
      </div>
    </details>
  );
}
