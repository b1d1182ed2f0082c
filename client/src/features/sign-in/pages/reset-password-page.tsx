import type { ResetPasswordBody } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../../../lib/calls.ts';
import { checkEmail } from '../../../lib/check-email.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { useForm } from '../../../parts/use-form.ts';
import { Field } from '../../../ui/field.tsx';
import { HandOver } from '../../../ui/hand-over.tsx';
import { OtpInput } from '../../../ui/otp-input.tsx';
import { resetPassword } from '../api.ts';
import { AuthLayout, OtherWay } from '../auth-layout.tsx';
import { checkOtp, checkPassword } from '../checks.ts';

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
        <OtherWay lead="No code?" to={paths.forgotPassword} name="Send another" />
      ) : null}
    </AuthLayout>
  );
}

interface ResetPasswordProps {
  email: string;
  /** The token of an operator's link, in place of the address and a code (O3a). */
  token: string | undefined;
  onReset: (message: string) => void;
}

function ResetPasswordForm({ email, token, onReset }: ResetPasswordProps) {
  const [otp, setOtp] = useState('');
  const resetting = useMutation({
    mutationFn: ({ newPassword, confirmPassword, ...owner }: ResetPasswordBody) =>
      token === undefined
        ? resetPassword({ ...owner, newPassword, confirmPassword })
        : call('POST /auth/operator-link', { body: { token, newPassword, confirmPassword } }),
    onSuccess: ({ message }) => onReset(message),
  });
  const { form, field } = useForm<'email' | 'otp' | 'newPassword' | 'confirmPassword'>({
    failure: resetting.error,
    check: (read) => ({
      ...(token === undefined && { email: checkEmail(read('email')), otp: checkOtp(otp) }),
      newPassword: checkPassword(read('newPassword', 'raw')),
      confirmPassword:
        read('newPassword', 'raw') === read('confirmPassword', 'raw') ? undefined : 'Passwords do not match',
    }),
    send: (read) =>
      resetting.mutate({
        email: read('email'),
        otp,
        newPassword: read('newPassword', 'raw'),
        confirmPassword: read('confirmPassword', 'raw'),
      }),
  });
  return (
    <form {...form} className="grid gap-3.5" aria-label="Reset password">
      <Failure error={resetting.error} text="Error resetting password" />
      {token === undefined ? (
        <>
          <Field
            label="E-mail"
            type="email"
            autoComplete="username"
            defaultValue={email}
            {...field('email')}
          />
          <OtpInput
            label="OTP"
            value={otp}
            onChange={setOtp}
            hint="check inbox or spam folder"
            error={field('otp').error}
          />
        </>
      ) : null}
      <Field label="New password" type="password" autoComplete="new-password" {...field('newPassword')} />
      <Field
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
      <Submit busy={resetting.isPending}>Reset password</Submit>
    </form>
  );
}
