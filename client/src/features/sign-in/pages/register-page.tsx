import { paths } from '@copup/shared/page-paths.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { keepSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { classNames } from '../../../ui/class-names.ts';
import { toast } from '../../../ui/toast.ts';
import { sendOtp } from '../api.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { ConsentText } from '../consent-text.tsx';
import { OtpRequestForm } from '../otp-request-form.tsx';
import { RegisterForm } from '../register-form.tsx';
import { usePublicConfig } from '../use-public-config.ts';

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
      <p className="text-center text-sm text-ink-2">
        Have an account?{' '}
        <Link to={paths.login} state={state} className="font-semibold text-brand">
          Login
        </Link>
      </p>
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
