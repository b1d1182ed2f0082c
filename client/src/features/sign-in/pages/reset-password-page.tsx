import { paths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTitle } from '../../../lib/use-title.ts';
import { HandOver } from '../../../ui/hand-over.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { ResetPasswordForm } from '../reset-password-form.tsx';

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
