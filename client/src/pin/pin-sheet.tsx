import { paths } from '@copup/shared/page-paths.ts';
import { Lock } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { formatMoment, formatRemaining, secondsLeft, spellDuration } from '../lib/format-time.ts';
import { useIsOnline } from '../lib/use-online.ts';
import { Submit } from '../parts/form-parts.tsx';
import { useServerNow } from '../realtime/index.ts';
import { Arc } from '../ui/arc.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Note } from '../ui/note.tsx';
import { PinInput } from '../ui/pin-input.tsx';
import { FirstPin } from './first-pin.tsx';

interface PinSheetProps {
  title?: string;
  /** What the PIN authorizes: amount, recipient, charge. */
  summary: ReactNode;
  /** The same in one line, while a first PIN is set. */
  brief?: ReactNode;
  /** The words of the gold button. */
  action: ReactNode;
  /** Sends the command with the PIN; rejects with the server's refusal, which the sheet shows. */
  onSubmit: (pin: string) => Promise<void>;
  /** Whether the user has no PIN yet, as far as the page knows. */
  isFirst?: boolean;
  onClose: () => void;
}

const digits = 4;

/** Reads the PIN that the server requires to move coins (S6). It cannot be closed while the command runs. */
export function PinSheet({ title = 'Enter your PIN', summary, brief, action, ...rest }: PinSheetProps) {
  const { onSubmit, onClose } = rest;
  const { form, pin, type, isFirst, setIsFirst, isBusy, setIsBusy, isOnline, failure, code, submit, retry } =
    usePinCommand(onSubmit, rest.isFirst ?? false);
  if (code === 'PIN_LOCKED') {
    const { until } = (failure as ApiError).details;
    return <PinLock until={typeof until === 'string' ? until : null} onClose={onClose} onUnlock={retry} />;
  }
  if (isFirst)
    return (
      <Modal title="First, choose a PIN" onClose={onClose} isBusy={isBusy}>
        {brief ?? summary}
        <FirstPin
          action="Set PIN and continue"
          isBusy={isBusy}
          onBusy={setIsBusy}
          onSet={() => setIsFirst(false)}
        />
      </Modal>
    );
  return (
    <Modal title={title} onClose={onClose} isBusy={isBusy}>
      {summary}
      <form ref={form} onSubmit={submit} noValidate aria-label={title} className="mt-4 grid gap-4">
        <PinInput
          label="PIN"
          value={pin}
          onChange={type}
          hint="Enter your 4 digits to continue."
          aside={
            <Link
              to={paths.recoverPin}
              className="-my-3 grid min-h-tap place-items-center font-semibold text-brand"
            >
              Recover PIN
            </Link>
          }
          error={code === 'WRONG_PIN' ? messageOf(failure, 'Wrong PIN.') : undefined}
        />
        {failure && code !== 'WRONG_PIN' ? (
          <Note look="error" role="alert" title={messageOf(failure, 'An error occurred')} />
        ) : null}
        {isOnline ? null : <Note look="offline" title="You are offline. No coins can be moved." />}
        <Submit
          look="coin"
          size="lg"
          disabled={pin.length < digits || !isOnline}
          busy={isBusy}
          className="w-full"
        >
          {action}
        </Submit>
      </form>
    </Modal>
  );
}

/** Sends the command with the PIN, and keeps what the server has refused. */
function usePinCommand(onSubmit: PinSheetProps['onSubmit'], isKnownFirst: boolean) {
  const [pin, setTyped] = useState('');
  const [isFirst, setIsFirst] = useState(isKnownFirst);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isOnline = useIsOnline();
  const form = useRef<HTMLFormElement>(null);
  const focusPin = () => form.current?.querySelector('input')?.focus();
  // The dialog moves the focus to its first button when it opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form is shown once the PIN is set
  useEffect(() => form.current?.querySelector('input')?.focus(), [isFirst]);

  const code = failure instanceof ApiError ? failure.code : undefined;
  const retry = () => setFailure(null);
  const type = (typed: string) => {
    if (isBusy) return;
    setTyped(typed);
    if (code === 'WRONG_PIN') setFailure(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isOnline) return;
    if (pin.length < digits) return focusPin();
    setIsBusy(true);
    setFailure(null);
    try {
      await onSubmit(pin);
    } catch (error) {
      const refusal = error instanceof ApiError ? error.code : '';
      // Another tab or device may have set the first PIN, or this page knew no better.
      if (refusal === 'PIN_NOT_SET' || refusal === 'PIN_NEEDED') setIsFirst(refusal === 'PIN_NOT_SET');
      if (refusal !== 'PIN_NOT_SET') setFailure(error);
      if (['PIN_NOT_SET', 'PIN_NEEDED', 'WRONG_PIN'].includes(refusal)) setTyped('');
      focusPin();
    } finally {
      setIsBusy(false);
    }
  };
  const first = { isFirst, setIsFirst, isBusy, setIsBusy };
  return { form, pin, type, ...first, isOnline, failure, code, submit, retry };
}

interface PinLockProps {
  /** The end of the lock by the server's clock; null when only a recovery ends it. */
  until: string | null;
  onClose: () => void;
  /** Called when the time is over. */
  onUnlock: () => void;
}

/** S6: the PIN is locked after wrong attempts. */
function PinLock({ until, onClose, onUnlock }: PinLockProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Modal title="Your PIN is locked" withHeader={false} onClose={onClose}>
      {(leave) => (
        <div className="grid justify-items-center gap-2 text-center">
          {until === null ? (
            <Lock size={48} aria-hidden className="my-4 text-ink-3" />
          ) : (
            <LockRing untilMs={Date.parse(until)} onUnlock={onUnlock} />
          )}
          <h2 ref={heading} tabIndex={-1} className="mt-2 text-xl outline-none">
            Your PIN is locked
          </h2>
          <p className="text-ink-2">
            {until === null ? afterTen : <AfterFive untilMs={Date.parse(until)} />}
          </p>
          <div className="mt-3 grid w-full gap-2.5">
            <ButtonLink to={paths.recoverPin}>Recover</ButtonLink>
            <Button onClick={leave}>Close</Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

const afterTen = 'Ten wrong tries. Set a new one with a code we e-mail you. No coins were moved.';

function AfterFive({ untilMs }: { untilMs: number }) {
  const nowMs = useServerNow(60_000);
  return `Five wrong tries. Try again at ${formatMoment(untilMs, nowMs)}, or set a new one with a code we e-mail you. No coins were moved.`;
}

/** The default length of a lock; a longer one fills the ring when it is first shown. */
const usualS = 15 * 60;
const ring = { box: 280, radius: 126, width: 14 };

/** A ring that empties with the time left. */
function LockRing({ untilMs, onUnlock }: { untilMs: number; onUnlock: () => void }) {
  const left = secondsLeft(untilMs, useServerNow());
  const [wholeS] = useState(() => Math.max(usualS, left));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) onUnlock();
  }, [isOver, onUnlock]);
  return (
    <div className="relative mt-2 size-36">
      <svg viewBox="0 0 280 280" aria-hidden="true" className="size-full">
        <Arc {...ring} className="stroke-line" />
        <Arc
          {...ring}
          share={left / wholeS}
          isMoving
          className="stroke-brand transition-[stroke-dashoffset] duration-1000 ease-linear motion-reduce:transition-none"
        />
      </svg>
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-1">
        <Lock size={24} aria-hidden className="text-ink-3" />
        <b
          role="timer"
          aria-label={`${spellDuration(left)} left`}
          className="font-display text-2xl leading-none"
        >
          {formatRemaining(left)}
        </b>
      </div>
    </div>
  );
}
