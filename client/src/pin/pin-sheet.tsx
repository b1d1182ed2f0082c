import { paths } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { useIsOnline } from '../lib/use-online.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Note } from '../ui/note.tsx';
import { PinInput } from '../ui/pin-input.tsx';
import { toast } from '../ui/toast.ts';
import { PinLock } from './pin-lock.tsx';
import { setPin } from './set-pin.ts';

interface PinSheetProps {
  title?: string;
  /** What the PIN authorizes: amount, recipient, charge. */
  summary: ReactNode;
  /** The words of the gold button. */
  action: ReactNode;
  /** Sends the command with the PIN; rejects with the server's refusal, which the sheet shows. */
  onSubmit: (pin: string) => Promise<void>;
  /** Whether the user has no PIN yet, as far as the page knows. */
  isFirst?: boolean;
  onClose: () => void;
}

const digits = 4;

/** Asks for the PIN that the server requires to move coins (S6). It cannot be closed while the command runs. */
export function PinSheet({
  title = 'Enter your PIN',
  summary,
  action,
  onSubmit,
  onClose,
  ...known
}: PinSheetProps) {
  const [pin, setTyped] = useState('');
  const [isFirst, setIsFirst] = useState(known.isFirst ?? false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isOnline = useIsOnline();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const focusPin = () => form.current?.querySelector('input')?.focus();
  // The dialog moves the focus to its first button when it opens.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const code = failure instanceof ApiError ? failure.code : undefined;
  const retry = () => setFailure(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isOnline) return;
    if (pin.length < digits) return focusPin();
    setIsBusy(true);
    setFailure(null);
    try {
      if (isFirst) await setFirst();
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

  /** The form behind the sheet stays. */
  const setFirst = async () => {
    const { message } = await setPin({ oldPin: null, newPin: pin });
    setIsFirst(false);
    for (const key of ['pin', 'send-terms']) void queries.invalidateQueries({ queryKey: [key] });
    toast.success(message);
  };

  if (code === 'PIN_LOCKED') {
    const { until } = (failure as ApiError).details;
    return <PinLock until={typeof until === 'string' ? until : null} onClose={onClose} onUnlock={retry} />;
  }
  const name = isFirst ? 'Set a PIN first' : title;
  return (
    <Modal title={name} onClose={onClose} isBusy={isBusy}>
      {summary}
      {isFirst ? (
        <p className="mt-4 text-ink-2">
          You have no PIN yet. Coins leave your wallet only with one: choose 4 digits that you will remember.
        </p>
      ) : null}
      <form ref={form} onSubmit={submit} noValidate aria-label={name} className="mt-4 grid gap-4">
        <PinInput
          label={isFirst ? 'New PIN' : 'PIN'}
          value={pin}
          onChange={(typed) => {
            if (isBusy) return;
            setTyped(typed);
            if (code === 'WRONG_PIN') setFailure(null);
          }}
          aside={
            isFirst ? undefined : (
              <Link
                to={paths.recoverPin}
                className="-my-3 grid min-h-tap place-items-center font-semibold text-brand"
              >
                Recover
              </Link>
            )
          }
          error={code === 'WRONG_PIN' ? messageOf(failure, 'Wrong PIN.') : undefined}
        />
        {failure && code !== 'WRONG_PIN' ? (
          <Note look="error" role="alert" title={messageOf(failure, 'An error occurred')} />
        ) : null}
        {isOnline ? null : <Note look="offline" title="You are offline. No coins can be moved." />}
        <Button
          look="coin"
          size="lg"
          type="submit"
          disabled={pin.length < digits || !isOnline}
          busy={isBusy}
          busyText="Processing..."
          className="w-full"
        >
          {isFirst ? 'Set Pin and continue' : action}
        </Button>
      </form>
    </Modal>
  );
}
