import { fieldTexts } from '@copup/shared/field-texts.ts';
import { useMutation } from '@tanstack/react-query';
import { KeyRound, Lock } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { VaultDoor } from '../../ui/art/vault-door.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { unlock } from './api.ts';

/** Asks for the unlock code; the server checks it (H7). */
export function UnlockGate({ onUnlocked }: { onUnlocked: (untilMs: number) => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector('input')?.focus();
  const unlocking = useMutation({
    mutationFn: unlock,
    onSuccess: ({ unlocked_until }) => onUnlocked(Date.parse(unlocked_until)),
    onError: (failure) => {
      const isWrong = failure instanceof ApiError && failure.code === 'WRONG_UNLOCK_CODE';
      setError(isWrong ? fieldTexts.unlockCode : messageOf(failure, 'An unexpected error occurred.'));
      focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setError(typed ? undefined : fieldTexts.unlockCode);
    if (typed) unlocking.mutate(typed);
    else focus();
  };
  return (
    <div className="grid max-w-225 grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <section
        aria-label="Early tickets"
        className="stage adire grid content-center justify-items-center gap-2 overflow-hidden rounded-[26px] px-5 py-6.5 text-center [--moon-at:center_-30px] [--moon-size:420px_420px] lg:min-h-100"
      >
        <span className="relative">
          <VaultDoor className="size-42" />
          <span className="absolute -right-1 -bottom-0.5 grid size-14.5 place-items-center rounded-full bg-coin text-on-coin shadow-[0_0_0_5px_var(--color-stage)]">
            <Lock size={28} aria-hidden />
          </span>
        </span>
        <h2 className="text-[1.75rem] leading-tight">Early tickets</h2>
        <p className="max-w-[32ch] leading-snug text-on-stage-2">
          Heists that are not open yet. You need a code to see them.
        </p>
      </section>
      <Card>
        <form
          ref={form}
          onSubmit={submit}
          noValidate
          className="grid h-full grid-cols-[minmax(0,1fr)] content-center gap-3.5 p-4 lg:p-7"
        >
          <Field
            label="Enter Unlock Code"
            icon={<KeyRound size={20} aria-hidden />}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            error={error}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              setError(undefined);
            }}
          />
          <Button look="ink" type="submit" busy={unlocking.isPending} busyText="Processing...">
            Unlock
          </Button>
          <p className="text-center text-xs text-ink-3">5 tries a minute. Opens for 30 minutes.</p>
          <p role="alert" className="sr-only">
            {error}
          </p>
        </form>
      </Card>
    </div>
  );
}
