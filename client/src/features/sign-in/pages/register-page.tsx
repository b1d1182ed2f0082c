import type { SignedIn } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { issueOf, messageOf } from '../../../lib/api-error.ts';
import { keepSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { useForm } from '../../../parts/use-form.ts';
import { serverNow, useServerNow } from '../../../realtime/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/field.tsx';
import { OtpInput } from '../../../ui/otp-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { register, sendOtp } from '../api.ts';
import { AuthLayout, OtherWay } from '../auth-layout.tsx';
import { checkFilled, checkOtp, checkPassword, checkUsername } from '../checks.ts';
import { ConsentText } from '../consent-text.tsx';
import { OtpRequestForm } from '../otp-request-form.tsx';
import { usePublicConfig } from '../use-public-config.ts';
import { useReferralCode } from '../use-referral-code.ts';

export function Page() {
  useTitle('Register');
  const [email, setEmail] = useState<string | null>(null);
  const { config } = usePublicConfig();
  const navigate = useNavigate();
  // The address from the sign-up box of the landing page.
  const { state } = useLocation();
  const handedEmail = (state as { email?: string } | null)?.email;
  return (
    <AuthLayout title="Create your account" lead={email ?? 'We’ll e-mail you a code first.'}>
      <ol aria-label="Steps" className="grid grid-cols-2 gap-2">
        <Step name="E-mail" isDone={email !== null} isOn={email === null} />
        <Step name="Your details" isDone={false} isOn={email !== null} />
      </ol>
      {email === null ? (
        <OtpRequestForm email={handedEmail} send={sendOtp} onSent={setEmail} />
      ) : (
        <>
          <RegisterForm
            email={email}
            resendWaitS={config.otp_resend_s}
            terms={<ConsentText />}
            onRegistered={(signedIn) => {
              toast.success(signedIn.message);
              // X10: from there a signed-in player is led on.
              void Promise.resolve(navigate(paths.login, { state })).finally(() => keepSession(signedIn));
            }}
          />
          <button
            type="button"
            className="min-h-tap text-sm font-semibold text-brand"
            onClick={() => setEmail(null)}
          >
            Use another e-mail
          </button>
        </>
      )}
      <OtherWay lead="Have an account?" to={paths.login} name="Login" />
    </AuthLayout>
  );
}

function Step({ name, isDone, isOn }: { name: string; isDone: boolean; isOn: boolean }) {
  return (
    <li
      aria-current={isOn ? 'step' : undefined}
      className={classNames(
        'flex items-center gap-2 border-t-4 pt-2.5 text-sm font-semibold',
        isDone && 'border-ok text-ok',
        isOn && 'border-brand',
        !isDone && !isOn && 'border-line text-ink-2',
      )}
    >
      {isDone ? <Check size={18} aria-hidden /> : null}
      {name}
    </li>
  );
}

const termsText = 'You must agree to the terms and policies';

interface RegisterFormProps {
  email: string;
  resendWaitS: number;
  onRegistered: (signedIn: SignedIn) => void;
  /** The sentence beside the terms box, with its links. */
  terms: ReactNode;
}

/** The second step of the registration: the user's details and the mailed code. */
function RegisterForm({ email, resendWaitS, onRegistered, terms }: RegisterFormProps) {
  const [otp, setOtp] = useState('');
  const registering = useMutation({ mutationFn: register, onSuccess: onRegistered });
  const { form, field } = useForm({
    failure: registering.error,
    check: (read, values) => ({
      username: checkUsername(read('username')),
      full_name: checkFilled(read('full_name'), 'full name'),
      password: checkPassword(read('password', 'raw')),
      otp: checkOtp(otp),
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
  return (
    <form {...form} className="grid gap-3.5" aria-label="Register">
      <Failure error={registering.error} text="Error registering user" />
      <div className="grid grid-cols-2 gap-3">
        <Field label="Username" autoComplete="username" {...field('username')} />
        <Field label="Full name" autoComplete="name" {...field('full_name')} />
      </div>
      <Field label="Password" type="password" autoComplete="new-password" {...field('password')} />
      <OtpInput
        label="OTP"
        value={otp}
        onChange={setOtp}
        hint="check inbox or spam folder"
        error={field('otp').error}
        aside={<ResendOtp waitS={resendWaitS} send={() => sendOtp(email)} />}
      />
      <Field
        label="Referral code"
        name="referralCode"
        autoComplete="off"
        aside="optional"
        defaultValue={useReferralCode()}
        error={issueOf(registering.error, 'referralCode')}
      />
      <TermsBox terms={terms} error={field('terms').error} />
      <Submit busy={registering.isPending}>Register</Submit>
    </form>
  );
}

function TermsBox({ terms, error }: { terms: ReactNode; error: string | undefined }) {
  return (
    <div>
      <label className="flex min-h-tap items-center gap-3 text-sm">
        <input
          type="checkbox"
          name="terms"
          className="size-6 shrink-0 accent-ink"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-error' : undefined}
        />
        <span>{terms}</span>
      </label>
      {error ? (
        <p id="terms-error" role="alert" className="text-xs font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** "Resend in 0:42", then a button that requests another code. */
function ResendOtp({ waitS, send }: { waitS: number; send: () => Promise<{ message: string }> }) {
  const { secondsLeft, restart } = useResendWait(waitS);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      toast.success(message || 'OTP sent to your email');
      restart();
    },
    onError: (error) => toast.error(messageOf(error, 'Error sending OTP')),
  });
  const isWaiting = secondsLeft > 0;
  return (
    <button
      type="button"
      className="-my-3 min-h-tap font-semibold text-brand disabled:text-ink-3"
      disabled={isWaiting || sending.isPending}
      onClick={() => sending.mutate()}
    >
      {isWaiting
        ? `Resend in ${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
        : 'Resend OTP'}
    </button>
  );
}

/** Counts the seconds until another one-time code may be requested. */
function useResendWait(waitS: number): { secondsLeft: number; restart: () => void } {
  const [readyAtMs, setReadyAtMs] = useState(() => serverNow() + waitS * 1000);
  const nowMs = useServerNow();
  return {
    secondsLeft: Math.max(0, Math.ceil((readyAtMs - nowMs) / 1000)),
    restart: () => setReadyAtMs(serverNow() + waitS * 1000),
  };
}
