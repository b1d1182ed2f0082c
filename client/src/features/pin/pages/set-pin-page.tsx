import { inCoins } from '@copup/shared/coins.ts';
import { fieldTexts } from '@copup/shared/field-texts.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PinStatus, SetPinBody } from '@copup/shared/pins.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, issueOf, messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/calls.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { FirstPin } from '../../../pin/first-pin.tsx';
import { serverNow } from '../../../realtime/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { OtpInput } from '../../../ui/otp-input.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { PinInput } from '../../../ui/pin-input.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { recoverPin } from '../api.ts';

export function Page() {
  const { id } = useSignedInUser();
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  const { data, isError, isPending, refetch } = useFresh(['pin', id], (signal) =>
    call('GET /user/pin', { signal }),
  );
  return (
    <Screen title="Set Pin" backTo={paths.dashboard}>
      {isPending ? <Skeletons text="Loading..." count={2} className="h-19 max-w-[560px]" /> : null}
      {isError ? <ErrorState message="An error occurred" onRetry={() => void refetch()} /> : null}
      {data?.is_set ? <SetPinForm pin={data} /> : null}
      {data && !data.is_set ? (
        <div className="max-w-[560px]">
          <FirstPin
            action="Set Pin"
            isBusy={isBusy}
            onBusy={setIsBusy}
            onSet={() => void navigate(paths.dashboard)}
          />
        </div>
      ) : null}
    </Screen>
  );
}

const pinDigits = 4;
const codeDigits = 6;

/** Sets a new PIN with the old one or a mailed code (S6, W7). */
function SetPinForm({ pin }: { pin: PinStatus }) {
  const { form, by, hasCode, isLocked, ...state } = useSetPin(pin);
  const { oldPin, typeOld, newPin, typeNew, change, submit, failed, isAboutOld, oldError, newError } = state;
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Set Pin" className="grid max-w-[560px] gap-5">
      {failed && !isAboutOld ? <Note look="error" role="alert" title={failed} /> : null}
      {isLocked ? <Note look="warn" title={lockText(pin)} /> : null}
      {by === 'pin' ? (
        <PinInput
          name="oldPin"
          label="Old PIN"
          labelNote="if changing"
          value={oldPin}
          onChange={typeOld}
          error={oldError}
          aside={<Switch onClick={() => change('code')}>Forgot it?</Switch>}
        />
      ) : (
        <div className="grid gap-2">
          <OtpInput
            label="Mailed code"
            labelNote="if changing"
            value={oldPin}
            onChange={typeOld}
            hint="check inbox or spam folder"
            error={oldError}
            aside={isLocked ? undefined : <Switch onClick={() => change('pin')}>Use old PIN</Switch>}
          />
          <MailCode isMailed={hasCode} />
        </div>
      )}
      <PinInput name="newPin" label="New PIN" value={newPin} onChange={typeNew} error={newError} />
      <Note look="info">
        For {pin.wait_hours} hours after this, your sends can total <b>{inCoins(pin.wait_coins)}</b> and
        payouts wait. It protects you if someone else changed it.
      </Note>
      <Submit busy={state.isBusy}>Set Pin</Submit>
    </form>
  );
}

/** What is typed, what is wrong with it, and the request. */
function useSetPin(pin: PinStatus) {
  const isLocked = pin.needs_recovery || pin.locked_until !== null;
  const hasCode = Boolean((useLocation().state as { hasCode?: boolean } | null)?.hasCode);
  const [by, setBy] = useState<'pin' | 'code'>(isLocked || hasCode ? 'code' : 'pin');
  const [oldPin, setOldPin] = useState('');
  const [newPin, setNewPin] = useState('');
  const [errors, setErrors] = useState<{ oldPin?: string | undefined; newPin?: string | undefined }>({});
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) =>
    (form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined)?.focus();
  const oldName = by === 'pin' ? 'oldPin' : 'otp';
  const navigate = useNavigate();
  const queries = useQueryClient();
  const setting = useMutation({
    mutationFn: (body: SetPinBody) => call('POST /user/set-pin', { body }),
    onSuccess: ({ message }) => {
      void queries.invalidateQueries({ queryKey: ['pin'] });
      toast.success(message);
      void navigate(paths.dashboard);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !isAboutOldPin(error)) return;
      setOldPin('');
      focus(oldName);
    },
  });

  const typeOld = (typed: string) => {
    setOldPin(typed);
    setErrors({});
    if (typed.length === (by === 'pin' ? pinDigits : codeDigits)) focus('newPin');
  };
  const typeNew = (typed: string) => {
    setNewPin(typed);
    setErrors({});
  };
  const change = (to: 'pin' | 'code') => {
    setBy(to);
    setOldPin('');
    setErrors({});
    setting.reset();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (setting.isPending) return;
    const needed = by === 'pin' ? pinDigits : codeDigits;
    const missing = by === 'pin' ? 'Enter your old PIN' : 'The code has 6 digits';
    const oldError = oldPin.length === needed ? undefined : missing;
    const newError = newPin.length === pinDigits ? undefined : fieldTexts.newPin;
    setErrors({ oldPin: oldError, newPin: newError });
    if (oldError) return focus(oldName);
    if (newError) return focus('newPin');
    setting.mutate({ oldPin, newPin });
  };

  const failure = setting.error;
  const failed = failure ? messageOf(failure, 'An error occurred') : undefined;
  const isAboutOld = failure instanceof ApiError && isAboutOldPin(failure);
  const oldError = errors.oldPin ?? (isAboutOld ? failed : undefined);
  const newError = errors.newPin ?? issueOf(failure, 'newPin');
  const facts = { by, hasCode, isLocked, failed, isAboutOld, oldError, newError, isBusy: setting.isPending };
  return { form, oldPin, typeOld, newPin, typeNew, change, submit, ...facts };
}

const isAboutOldPin = ({ code }: ApiError) =>
  code === 'WRONG_PIN' || code === 'WRONG_CODE' || code === 'PIN_NEEDED' || code === 'PIN_LOCKED';

function lockText({ locked_until }: PinStatus): string {
  if (locked_until === null)
    return 'Your PIN is locked after ten wrong tries. Set a new one with a mailed code.';
  return `Your PIN is locked until ${formatMoment(Date.parse(locked_until), serverNow())}. A mailed code sets a new one now.`;
}

function Switch({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="-my-3 min-h-tap font-semibold text-brand">
      {children}
    </button>
  );
}

/** Requests the code for the signed-in user's own address. */
function MailCode({ isMailed }: { isMailed: boolean }) {
  const { email } = useSignedInUser();
  const sending = useMutation({ mutationFn: recoverPin });
  if (!email) return null;
  return (
    <>
      {sending.data ? <Note look="ok" role="status" title={sending.data.message} /> : null}
      <Failure error={sending.error} text="Error recovering PIN" />
      <Button size="sm" busy={sending.isPending} onClick={() => sending.mutate(email)}>
        {isMailed || sending.data ? 'Send a new code' : `Send a code to ${maskEmail(email)}`}
      </Button>
    </>
  );
}

/** "a•••@gmail.com". */
const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••');
