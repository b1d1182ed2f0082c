import type { SecondStepBody, SignedIn, SignInReply } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useMutation } from '@tanstack/react-query';
import { Lock, Mail, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/calls.ts';
import { checkEmail } from '../../../lib/check-email.ts';
import { keepSession, useSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { useForm } from '../../../parts/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FullScreenLoader } from '../../../ui/full-screen-loader.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Note } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toast.ts';
import { logIn, logInWithGoogle } from '../api.ts';
import { AuthLayout, OtherWay } from '../auth-layout.tsx';
import { checkFilled, checkUsername } from '../checks.ts';
import { GoogleButton } from '../google-button.tsx';
import { TermsBox, termsText } from '../terms-box.tsx';
import { usePublicConfig } from '../use-public-config.ts';
import { useReferralCode } from '../use-referral-code.ts';

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
      {config.google_client_id ? <GoogleSignIn clientId={config.google_client_id} onReply={onReply} /> : null}
      <OtherWay lead="New here?" to={paths.register} name="Create an account" />
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

interface LoginFormProps {
  onReply: (reply: SignInReply) => void;
  /** The link beside the label of the password. */
  forgotLink: ReactNode;
}

function LoginForm({ onReply, forgotLink }: LoginFormProps) {
  const login = useMutation({ mutationFn: logIn, onSuccess: onReply });
  const { form, field } = useForm({
    check: (read) => ({
      email: checkEmail(read('email')),
      password: checkFilled(read('password', 'raw'), 'password'),
    }),
    send: (read) => login.mutate({ email: read('email'), password: read('password', 'raw') }),
  });
  return (
    <form {...form} className="grid gap-3.5" aria-label="Login">
      <Failure error={login.error} text="Login failed" />
      <Field
        label="E-mail"
        type="email"
        autoComplete="username"
        icon={<Mail size={20} aria-hidden />}
        {...field('email')}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        aside={forgotLink}
        icon={<Lock size={20} aria-hidden />}
        {...field('password')}
      />
      <Submit busy={login.isPending}>Login</Submit>
    </form>
  );
}

interface SecondStepFormProps {
  /** The ticket in the reply of the first step. */
  ticket: string;
  onSignedIn: (signedIn: SignedIn) => void;
  /** Returns to the first step, with a message if it must be repeated. */
  onBack: (why?: string) => void;
}

/** S8a: the code of an authenticator app, or a recovery code, after the password. */
function SecondStepForm({ ticket, onSignedIn, onBack }: SecondStepFormProps) {
  const signIn = useMutation({
    mutationFn: (body: SecondStepBody) => call('POST /auth/second-step', { body }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SECOND_STEP_EXPIRED') onBack(error.message);
    },
  });
  const { form, field } = useForm({
    check: (read) => ({ code: read('code') === '' ? 'Enter a code' : undefined }),
    send: (read) => signIn.mutate({ second_step: ticket, code: read('code') }),
  });
  return (
    <form {...form} className="grid gap-3.5" aria-label="Second step">
      <Failure error={signIn.error} text="Login failed" />
      <Field
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        autoFocus
        hint="The 6 digits of your authenticator app, or a recovery code"
        icon={<ShieldCheck size={20} aria-hidden />}
        {...field('code')}
      />
      <Submit busy={signIn.isPending}>Continue</Submit>
      <Button look="ghost" size="sm" onClick={() => onBack()}>
        Back
      </Button>
    </form>
  );
}

/** S4: Google's button; at the first sign-in the user chooses a username and agrees to the terms. */
function GoogleSignIn({ clientId, onReply }: { clientId: string; onReply: (reply: SignInReply) => void }) {
  const [newCredential, setNewCredential] = useState<string | null>(null);
  const { mutate } = useMutation({
    mutationFn: logInWithGoogle,
    onSuccess: onReply,
    onError: (error, { credential }) => {
      if (error instanceof ApiError && error.code === 'GOOGLE_SIGN_UP_NEEDED') setNewCredential(credential);
      else toast.error(messageOf(error, 'Login failed'));
    },
  });
  return (
    <>
      <GoogleButton clientId={clientId} onCredential={(credential) => mutate({ credential })} />
      {newCredential ? (
        <FirstGoogleSignIn
          credential={newCredential}
          onReply={onReply}
          onClose={() => setNewCredential(null)}
        />
      ) : null}
    </>
  );
}

interface FirstGoogleSignInProps {
  credential: string;
  onReply: (reply: SignInReply) => void;
  onClose: () => void;
}

function FirstGoogleSignIn({ credential, onReply, onClose }: FirstGoogleSignInProps) {
  const joining = useMutation({ mutationFn: logInWithGoogle, onSuccess: onReply });
  const { form, field } = useForm({
    failure: joining.error,
    check: (read, values) => ({
      username: checkUsername(read('username')),
      terms: values.get('terms') ? undefined : termsText,
    }),
    send: (read) =>
      joining.mutate({
        credential,
        username: read('username'),
        terms: true,
        referralCode: read('referralCode') || null,
      }),
  });
  return (
    <Modal title="One more step" onClose={onClose} isBusy={joining.isPending}>
      <form {...form} className="grid gap-3.5">
        <Failure error={joining.error} text="Error registering user" />
        <Field label="Username" autoComplete="username" {...field('username')} />
        <Field
          label="Referral code"
          name="referralCode"
          aside="optional"
          autoComplete="off"
          defaultValue={useReferralCode()}
        />
        <TermsBox error={field('terms').error} />
        <Submit busy={joining.isPending}>Register</Submit>
      </form>
    </Modal>
  );
}
