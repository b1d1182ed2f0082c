import type { ResetPasswordBody } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { issueOf } from '../../../lib/api-error.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { Field } from '../../../ui/field.tsx';
import { HandOver } from '../../../ui/hand-over.tsx';
import { OtpInput } from '../../../ui/otp-input.tsx';
import { chooseOperatorPassword, resetPassword } from '../api.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { checkEmail, checkOtp, checkPassword, focusFirstInvalid } from '../checks.ts';

export function Page() {
  useTitle('Reset password');
  const { state, hash } = useLocation();
  const token = hash === '' ? undefined : hash.slice(1);
  const [message, setMessage] = useState<string | null>(null);
  const email = (state as { email?: unknown } | null)?.email;
  return (
    <AuthLayout
      title="Reset password"
      lead={
        token === undefined
          ? 'Enter the code from your e-mail and a new password.'
          : 'Choose the password of your operator account.'
      }
    >
      {message === null ? (
        <ResetPasswordForm
          email={typeof email === 'string' ? email : ''}
          token={token}
          onReset={setMessage}
        />
      ) : (
        <HandOver title={message || 'Password reset successfully'} to={paths.login} state={state} />
      )}
      {token === undefined ? (
        <p className="text-center text-sm text-ink-2">
          No code?{' '}
          <Link to={paths.forgotPassword} state={state} className="font-semibold text-brand">
            Send another
          </Link>
        </p>
      ) : null}
    </AuthLayout>
  );
}

type FieldErrors = Partial<Record<'email' | 'otp' | 'newPassword' | 'confirmPassword', string | undefined>>;

interface ResetPasswordProps {
  email: string;
  /** The token of an operator's link, in place of the address and a code (O3a). */
  token: string | undefined;
  onReset: (message: string) => void;
}

function ResetPasswordForm({ email, token, onReset }: ResetPasswordProps) {
  const [otp, setOtp] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const resetting = useMutation({
    mutationFn: ({ newPassword, confirmPassword, ...owner }: ResetPasswordBody) =>
      token === undefined
        ? resetPassword({ ...owner, newPassword, confirmPassword })
        : chooseOperatorPassword({ token, newPassword, confirmPassword }),
    onSuccess: ({ message }) => onReset(message),
  });

  // Editing a field clears its error until the next submit.
  const forget = ({ target }: FormEvent) =>
    setErrors((before) => ({ ...before, [(target as HTMLInputElement).name]: undefined }));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = {
      email: String(form.get('email') ?? '').trim(),
      otp,
      newPassword: String(form.get('newPassword')),
      confirmPassword: String(form.get('confirmPassword')),
    };
    const found: FieldErrors = {
      ...(token === undefined && { email: checkEmail(body.email), otp: checkOtp(otp) }),
      newPassword: checkPassword(body.newPassword),
      confirmPassword: body.newPassword === body.confirmPassword ? undefined : 'Passwords do not match',
    };
    setErrors(found);
    if (!focusFirstInvalid(event.currentTarget, found)) resetting.mutate(body);
  };

  const failure = resetting.error;
  const errorOf = (name: keyof FieldErrors) => errors[name] ?? issueOf(failure, name);
  return (
    <form onSubmit={submit} onInput={forget} noValidate className="grid gap-3.5" aria-label="Reset password">
      <Failure error={failure} text="Error resetting password" />
      {token === undefined ? (
        <>
          <Field
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={email}
            error={errorOf('email')}
          />
          <OtpInput
            label="OTP"
            value={otp}
            onChange={setOtp}
            hint="check inbox or spam folder"
            error={errorOf('otp')}
          />
        </>
      ) : null}
      <Field
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        error={errorOf('newPassword')}
      />
      <Field
        label="Confirm password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        required
        error={errorOf('confirmPassword')}
      />
      <Submit busy={resetting.isPending}>Reset password</Submit>
    </form>
  );
}
