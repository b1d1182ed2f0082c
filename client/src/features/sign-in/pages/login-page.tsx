import type { SignedIn, SignInReply } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { keepSession, useSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { FullScreenLoader } from '../../../ui/full-screen-loader.tsx';
import { Note } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toast.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { ConsentText } from '../consent-text.tsx';
import { GoogleSignIn } from '../google-sign-in.tsx';
import { LoginForm } from '../login-form.tsx';
import { SecondStepForm } from '../second-step-form.tsx';
import { usePublicConfig } from '../use-public-config.ts';

export function Page() {
  useTitle('Login');
  const { state } = useLocation();
  const { config, isLoading } = usePublicConfig();
  // Signing in clears the message, but here it stays while the page is open.
  const [notice, setNotice] = useState(() => useSession.getState().notice);
  const [ticket, setTicket] = useState<string | null>(null);
  if (isLoading) return <FullScreenLoader />;

  const onSignedIn = (signedIn: SignedIn) => {
    keepSession(signedIn);
    toast.success(signedIn.message || 'Login successful');
  };
  const onReply = (reply: SignInReply) => {
    if ('token' in reply) onSignedIn(reply);
    else setTicket(reply.second_step);
  };
  if (ticket !== null) {
    const onBack = (why?: string) => {
      setNotice(why ?? null);
      setTicket(null);
    };
    return (
      <AuthLayout title="One more step" lead="Your account has a second factor.">
        <SecondStepForm ticket={ticket} onSignedIn={onSignedIn} onBack={onBack} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Welcome back" lead="Your coins are where you left them.">
      {notice ? <Note look="info" role="status" title={notice} /> : null}
      <LoginForm
        onReply={onReply}
        forgotLink={
          <Link to={paths.forgotPassword} state={state} className="font-semibold text-brand">
            Forgot password
          </Link>
        }
      />
      {config.google_client_id ? (
        <GoogleSignIn clientId={config.google_client_id} onReply={onReply} terms={<ConsentText />} />
      ) : null}
      <p className="text-center text-sm text-ink-2">
        New here?{' '}
        <Link to={paths.register} state={state} className="font-semibold text-brand">
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
