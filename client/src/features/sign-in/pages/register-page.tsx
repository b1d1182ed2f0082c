import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/calls.ts';
import { keepSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { EmailForm } from '../../../parts/email-form.tsx';
import { Coin } from '../../../ui/art/coin.tsx';
import { Card } from '../../../ui/card.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { toast } from '../../../ui/toast.ts';
import { sendOtp } from '../api.ts';
import { AuthLayout, OtherWay } from '../auth-layout.tsx';
import { CodeStep } from '../code-step.tsx';
import { DetailsStep } from '../details-step.tsx';
import { usePublicConfig } from '../use-public-config.ts';

const steps = ['E-mail', 'Code', 'Details'] as const;

const headings = [
  ['Create your account', 'We’ll e-mail you a code first.'],
  ['Enter your code', 'Then you choose a name and a password.'],
  ['Nearly there', 'is confirmed.'],
] as const;

export function Page() {
  useTitle('Register');
  const { config } = usePublicConfig();
  const navigate = useNavigate();
  // The address from the sign-up box of the landing page, and the page to return to.
  const { state } = useLocation();
  const [email, setEmail] = useState<string | undefined>((state as { email?: string } | null)?.email);
  const [step, setStep] = useState(0);
  const [checked, setChecked] = useState<{ otp: string; username: string } | null>(null);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [title = '', lead = ''] = headings[step] ?? [];
  return (
    <AuthLayout title={title} lead={step === 2 ? `${email} ${lead}` : lead} hasCharacter={step < 2}>
      <Steps steps={steps} at={step} />
      {step === 0 ? (
        <EmailForm
          email={email}
          button="Send OTP"
          errorText="Error sending OTP"
          send={sendOtp}
          onSent={(sentTo, message) => {
            toast.success(message || 'OTP sent to your email');
            setEmail(sentTo);
            setStep(1);
          }}
        />
      ) : null}
      {step === 1 ? (
        <CodeStep
          email={email ?? ''}
          resendWaitS={config.otp_resend_s}
          refusal={refusal}
          onChecked={(otp, username) => {
            setChecked((before) => ({ otp, username: before?.username ?? username }));
            setStep(2);
          }}
          onChange={() => {
            setRefusal(null);
            setStep(0);
          }}
        />
      ) : null}
      {checked ? (
        // Kept while the code is entered again, with what was typed.
        <div hidden={step !== 2}>
          <DetailsStep
            email={email ?? ''}
            otp={checked.otp}
            proposed={checked.username}
            onRegistered={(signedIn) => {
              toast.success(signedIn.message);
              // X10: from there a signed-in player is led on.
              void Promise.resolve(navigate(paths.login, { state: { ...state, isNew: true } })).finally(() =>
                keepSession(signedIn),
              );
            }}
            onCodeRefused={(error) => {
              setRefusal(error);
              setStep(1);
            }}
          />
        </div>
      ) : null}
      {step < 2 ? <OtherWay lead="Have an account?" to={paths.login} name="Login" /> : null}
      {step === 0 ? <WelcomeOffer /> : null}
    </AuthLayout>
  );
}

/** X15: what a new player receives, if anything. It comes last, because it moves nothing when it is read late. */
function WelcomeOffer() {
  const { data } = useQuery({
    queryKey: ['welcome-offer'],
    queryFn: () => call('GET /welcome', { timeoutMs: 2_500 }),
    retry: false,
  });
  if (!data || data.coins + data.available === 0) return null;
  const { coins, available } = data;
  return (
    <Card className="flex items-center gap-3.5 p-4">
      <Coin className="size-11 shrink-0" />
      <p className="min-w-0 text-sm leading-snug text-ink-2">
        <b className="block text-base text-ink">{inCoins(coins + available)} to start with</b>
        {available > 0
          ? `${formatNumber(available)} to bid, ${formatNumber(coins)} for entries, games and tickets.`
          : 'For entries, games and tickets. Once for each person.'}
      </p>
    </Card>
  );
}
