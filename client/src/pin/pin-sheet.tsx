import { paths } from '@copup/shared/page-paths.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { useIsOnline } from '../lib/use-online.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Note } from '../ui/note.tsx';
import { PinInput } from '../ui/pin-input.tsx';
import { PinLock } from './pin-lock.tsx';

interface PinSheetProps {
  title?: string;
  /** What the PIN authorizes: amount, recipient, charge. */
  summary: ReactNode;
  /** The words of the gold button. */
  action: ReactNode;
  /** Sends the command with the PIN; rejects with the server's refusal, which the sheet shows. */
  onSubmit: (pin: string) => Promise<void>;
  onClose: () => void;
}

const digits = 4;

/** Asks for the PIN that the server requires to move coins (S6). It cannot be closed while the command runs. */
export function PinSheet({ title = 'Enter your PIN', summary, action, onSubmit, onClose }: PinSheetProps) {
  const [pin, setPin] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isOnline = useIsOnline();
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
      await onSubmit(pin);
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && error.code === 'WRONG_PIN') setPin('');
      focusPin();
    } finally {
      setIsBusy(false);
    }
  };

  if (code === 'PIN_LOCKED') {
    const { until } = (failure as ApiError).details;
    return <PinLock until={typeof until === 'string' ? until : null} onClose={onClose} onUnlock={retry} />;
  }
  if (code === 'PIN_NOT_SET') {
    return (
      <Modal title="Set a PIN first" onClose={onClose}>
        <p className="mb-4 text-ink-2">Coins leave your wallet only with a PIN of 4 digits. Set yours now.</p>
        <ButtonLink look="ink" to={paths.setPin} className="w-full">
          Set Pin
        </ButtonLink>
      </Modal>
    );
  }
  return (
    <Modal title={title} onClose={onClose} isBusy={isBusy}>
      {summary}
      <form ref={form} onSubmit={submit} noValidate aria-label={title} className="mt-4 grid gap-4">
        <PinInput
          label="PIN"
          value={pin}
          onChange={(typed) => {
            if (isBusy) return;
            setPin(typed);
            if (code === 'WRONG_PIN') setFailure(null);
          }}
          aside={
            <Link
              to={paths.recoverPin}
              className="-my-3 grid min-h-tap place-items-center font-semibold text-brand"
            >
              Recover
            </Link>
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
          {action}
        </Button>
      </form>
    </Modal>
  );
}
