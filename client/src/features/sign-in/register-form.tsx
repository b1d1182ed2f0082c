import type { SignedIn } from '@copup/shared/auth.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { issueOf, messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { OtpInput } from '../../ui/otp-input.tsx';
import { register, sendOtp } from './api.ts';
import { checkFilled, checkOtp, checkPassword, checkUsername, focusFirstInvalid } from './checks.ts';
import { ResendOtp } from './resend-otp.tsx';
import { useReferralCode } from './use-referral-code.ts';

const termsText = 'You must agree to the terms and policies';

interface RegisterFormProps {
  email: string;
  resendWaitS: number;
  onRegistered: (signedIn: SignedIn) => void;
  /** The sentence beside the terms box, with its links. */
  terms: ReactNode;
}

type FieldErrors = Partial<
  Record<'username' | 'full_name' | 'password' | 'otp' | 'terms', string | undefined>
>;

/** The second step of the registration: the user's details and the mailed code. */
export function RegisterForm({ email, resendWaitS, onRegistered, terms }: RegisterFormProps) {
  const [otp, setOtp] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const registering = useMutation({
    mutationFn: register,
    onSuccess: onRegistered,
  });

  // Editing a field clears its error until the next submit.
  const forget = ({ target }: FormEvent) =>
    setErrors((before) => ({ ...before, [(target as HTMLInputElement).name]: undefined }));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    const found: FieldErrors = {
      username: checkUsername(text('username').trim()),
      full_name: checkFilled(text('full_name'), 'full name'),
      password: checkPassword(text('password')),
      otp: checkOtp(otp),
      terms: form.get('terms') ? undefined : termsText,
    };
    setErrors(found);
    if (focusFirstInvalid(event.currentTarget, found)) return;
    registering.mutate({
      email,
      username: text('username').trim(),
      full_name: text('full_name').trim(),
      password: text('password'),
      otp,
      referralCode: text('referralCode').trim() || null,
      terms: true,
    });
  };

  const failure = registering.error;
  const errorOf = (name: keyof FieldErrors) => errors[name] ?? issueOf(failure, name);
  return (
    <form onSubmit={submit} onInput={forget} noValidate className="grid gap-3.5" aria-label="Register">
      {failure ? (
        <Note look="error" role="alert" title={messageOf(failure, 'Error registering user')} />
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          required
          error={errorOf('username')}
        />
        <Field label="Full name" name="full_name" autoComplete="name" required error={errorOf('full_name')} />
      </div>
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        error={errorOf('password')}
      />
      <OtpInput
        label="OTP"
        value={otp}
        onChange={setOtp}
        hint="check inbox or spam folder"
        error={errorOf('otp')}
        aside={<ResendOtp waitS={resendWaitS} send={() => sendOtp(email)} />}
      />
      <Field
        label="Referral code"
        name="referralCode"
        autoComplete="off"
        aside="optional"
        defaultValue={useReferralCode()}
        error={issueOf(failure, 'referralCode')}
      />
      <div>
        <label className="flex min-h-tap items-center gap-3 text-sm">
          <input
            type="checkbox"
            name="terms"
            className="size-6 shrink-0 accent-ink"
            aria-invalid={errors.terms ? true : undefined}
            aria-describedby={errors.terms ? 'terms-error' : undefined}
          />
          <span>{terms}</span>
        </label>
        {errors.terms ? (
          <p id="terms-error" role="alert" className="text-xs font-medium text-danger">
            {errors.terms}
          </p>
        ) : null}
      </div>
      <Button look="ink" type="submit" busy={registering.isPending} busyText="Processing...">
        Register
      </Button>
    </form>
  );
}
