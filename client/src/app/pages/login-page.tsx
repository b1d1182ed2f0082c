import { useState } from 'react';
import { Link } from 'react-router-dom';
import { GoogleSignIn } from '../../features/sign-in/google-sign-in.tsx';
import { LoginForm } from '../../features/sign-in/login-form.tsx';
import { usePublicConfig } from '../../features/sign-in/use-public-config.ts';
import { keepSession, useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx';
import { Note } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthLayout } from '../layouts/auth-layout.tsx';
import { paths } from '../paths.ts';
import { TermsText } from '../terms-text.tsx';

export function Page() {
  useTitle('Login');
  const { config, isLoading } = usePublicConfig();
  // Signing in takes the sentence away; here it stays for as long as the page is open.
  const [notice] = useState(() => useSession.getState().notice);
  if (isLoading) return <FullScreenLoader />;

  const onSignedIn = (signedIn: Parameters<typeof keepSession>[0] & { message: string }) => {
    keepSession(signedIn);
    toast.success(signedIn.message || 'Login successful');
  };
  return (
    <AuthLayout title="Welcome back" lead="Your coins are where you left them.">
      {notice ? <Note look="info" role="status" title={notice} /> : null}
      <LoginForm
        onSignedIn={onSignedIn}
        forgotLink={
          <Link to={paths.forgotPassword} className="font-semibold text-brand">
            Forgot password
          </Link>
        }
      />
      {config.google_client_id ? (
        <GoogleSignIn clientId={config.google_client_id} onSignedIn={onSignedIn} terms={<TermsText />} />
      ) : null}
      <p className="text-center text-sm text-ink-2">
        New here?{' '}
        <Link to={paths.register} className="font-semibold text-brand">
          Create an account
        </Link>
      </p>
      {config.support_email ? (
        <p className="text-center text-sm text-ink-2">
          Support:{' '}
          <a href={`mailto:${config.support_email}`} className="font-semibold text-brand">
            {config.support_email}
          </a>
        </p>
      ) : null}
    </AuthLayout>
  );
}
