import { fieldTexts } from '@copup/shared/field-texts.ts';
import type { SpinState } from '@copup/shared/spins.ts';
import { useMutation } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { Submit } from '../../parts/form-parts.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { unlockSpin } from './api.ts';

interface SpinGateProps {
  onUnlocked: (state: SpinState) => void;
  onClose: () => void;
}

/** Reads the passcode; the server checks it (B1). */
export function SpinGate({ onUnlocked, onClose }: SpinGateProps) {
  const [passcode, setPasscode] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector('input')?.focus();
  // The dialog moves the focus to its first button when it opens.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const unlocking = useMutation({
    mutationFn: unlockSpin,
    onSuccess: onUnlocked,
    onError: (failure) => {
      const isWrong = failure instanceof ApiError && failure.code === 'WRONG_PASSCODE';
      setError(isWrong ? fieldTexts.passcode : messageOf(failure, 'An unexpected error occurred.'));
      focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = passcode.trim();
    setError(typed ? undefined : fieldTexts.passcode);
    if (typed) unlocking.mutate(typed);
    else focus();
  };
  return (
    <Modal title="Enter your passcode" onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p className="text-ink-2">The spin passcode is in your invite.</p>
        <Field
          label="Passcode"
          name="passcode"
          icon={<Lock size={20} aria-hidden />}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={error}
          value={passcode}
          onChange={(event) => {
            setPasscode(event.target.value);
            setError(undefined);
          }}
        />
        <Submit busy={unlocking.isPending}>Unlock the wheel</Submit>
        <p role="alert" className="sr-only">
          {error}
        </p>
      </form>
    </Modal>
  );
}
