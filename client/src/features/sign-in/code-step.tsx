import { useMutation } from '@tanstack/react-query';
import { Mail, ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { serverNow, useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { OtpInput } from '../../ui/otp-input.tsx';
import { toast } from '../../ui/toast.ts';
import { checkOtp, sendOtp } from './api.ts';
import { checkOtp as findOtpError } from './checks.ts';

interface CodeStepProps {
  email: string;
  resendWaitS: number;
  /** The registration's refusal of a code that was right before. */
  refusal: unknown;
  onChecked: (otp: string, username: string) => void;
  /** Returns to the address, which stays typed. */
  onChange: () => void;
}

/** The second step: the mailed code, before anything else is asked. The sixth digit sends it. */
export function CodeStep({ email, resendWaitS, refusal, onChecked, onChange }: CodeStepProps) {
  const [otp, setOtp] = useState('');
  const [wrong, setWrong] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const checking = useMutation({
    mutationFn: (code: string) => checkOtp(email, code),
    onSuccess: ({ username }, code) => onChecked(code, username),
  });
  const error = wrong ?? errorText(checking.error ?? refusal);
  // The digits stay, selected, so that the next input replaces them.
  useEffect(() => {
    const input = form.current?.querySelector('input');
    input?.focus();
    if (error) input?.select();
  }, [error]);

  const send = (code: string) => {
    setWrong(findOtpError(code));
    if (findOtpError(code) === undefined && !checking.isPending) checking.mutate(code);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Code"
      className="grid gap-3.5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send(otp);
      }}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-[18px] bg-surface px-4 py-2 shadow-1">
        <Mail size={20} aria-hidden className="shrink-0 text-brand" />
        <p className="min-w-0 flex-[1_1_9rem] text-sm text-ink-2">
          Code sent to <b className="block text-base font-semibold wrap-anywhere text-ink">{email}</b>
        </p>
        <button type="button" className="min-h-tap px-2 font-semibold text-brand" onClick={onChange}>
          Change
        </button>
      </div>
      <OtpInput
        label="OTP"
        value={otp}
        onChange={(digits) => {
          setOtp(digits);
          setWrong(undefined);
          checking.reset();
          if (digits.length === 6 && digits !== otp) send(digits);
        }}
        hint="check inbox or spam folder"
        error={error}
      />
      <Button look="ink" type="submit" busy={checking.isPending} busyText="Checking...">
        {error ? 'Check again' : 'Continue'}
      </Button>
      <div className="flex flex-wrap justify-center gap-x-2.5">
        <OpenMail email={email} />
        <ResendOtp waitS={resendWaitS} email={email} />
      </div>
      <p className="flex gap-2.5 text-sm text-ink-3">
        <ShieldCheck size={20} aria-hidden className="shrink-0 text-ok" />
        {error
          ? 'Only the newest code works. It expires after 10 minutes.'
          : 'The sixth digit opens the next step by itself. The code works once, for 10 minutes.'}
      </p>
    </form>
  );
}

/** Pages of providers, which phones open in their apps. */
const mailboxes: Readonly<Record<string, string>> = {
  gmail: 'https://mail.google.com',
  yahoo: 'https://mail.yahoo.com',
  outlook: 'https://outlook.live.com/mail',
  hotmail: 'https://outlook.live.com/mail',
};

function OpenMail({ email }: { email: string }) {
  const mailbox = mailboxes[/@(\w+)/.exec(email)?.[1]?.toLowerCase() ?? ''];
  if (!mailbox) return null;
  return (
    <a
      href={mailbox}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-tap items-center gap-2 px-3 text-sm font-semibold text-brand"
    >
      <Mail size={18} aria-hidden /> Open mail
    </a>
  );
}

/** "Resend in 0:42", then a button that requests another code. */
function ResendOtp({ waitS, email }: { waitS: number; email: string }) {
  const [readyAtMs, setReadyAtMs] = useState(() => serverNow() + waitS * 1000);
  const secondsLeft = Math.max(0, Math.ceil((readyAtMs - useServerNow()) / 1000));
  const sending = useMutation({
    mutationFn: () => sendOtp(email),
    onSuccess: ({ message }) => {
      toast.success(message || 'OTP sent to your email');
      setReadyAtMs(serverNow() + waitS * 1000);
    },
    onError: (error) => toast.error(messageOf(error, 'Error sending OTP')),
  });
  const isWaiting = secondsLeft > 0;
  return (
    <button
      type="button"
      className="min-h-tap self-center px-3 text-sm font-semibold text-brand disabled:text-ink-3"
      disabled={isWaiting || sending.isPending}
      onClick={() => sending.mutate()}
    >
      {isWaiting
        ? `Resend in ${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
        : 'Resend OTP'}
    </button>
  );
}

function errorText(error: unknown): string | undefined {
  if (!error) return undefined;
  const text = messageOf(error, 'This code could not be checked.');
  const left = error instanceof ApiError ? error.details.tries_left : undefined;
  if (typeof left !== 'number' || left === 0) return text;
  return `${text} ${left === 1 ? '1 try' : `${left} tries`} left.`;
}
