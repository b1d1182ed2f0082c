import { paths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useTitle } from '../../../lib/use-title.ts';
import { EmailForm } from '../../../parts/email-form.tsx';
import { HandOver } from '../../../ui/hand-over.tsx';
import { forgetPassword } from '../api.ts';
import { AuthLayout, OtherWay } from '../auth-layout.tsx';

export function Page() {
  useTitle('Forgot password');
  const { state } = useLocation();
  const [sentTo, setSentTo] = useState<{ email: string } | null>(null);
  return (
    <AuthLayout title="Forgot password" lead="We’ll e-mail you a code, then you set a new password.">
      {sentTo ? (
        <HandOver title="OTP sent to your email" to={paths.resetPassword} state={sentTo}>
          check inbox or spam folder
        </HandOver>
      ) : (
        <EmailForm
          button="Send OTP"
          errorText="Error sending OTP"
          send={forgetPassword}
          onSent={(email) => setSentTo({ ...state, email })}
        />
      )}
      <OtherWay lead="Remembered it?" to={paths.login} name="Login" />
    </AuthLayout>
  );
}
