import { fieldTexts } from '@copup/shared/field-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/calls.ts';
import { Failure, OfflineNote, Submit } from '../parts/form-parts.tsx';
import { PinInput } from '../ui/pin-input.tsx';
import { toast } from '../ui/toast.ts';

interface FirstPinProps {
  /** The words of the button. */
  action: string;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onSet: () => void;
}

const reasons = [
  'We ask for it before every send and payout.',
  'Copup can’t see it and will never ask for it.',
];

/** Sets a first PIN, typed twice (S6). A form behind a sheet stays, and the PIN is then asked for once. */
export function FirstPin({ action, ...flow }: FirstPinProps) {
  const { form, pins, type, errors, failure, submit } = useFirstPin(flow);
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="First PIN" className="mt-4 grid gap-4">
      <ul className="grid gap-1.5 text-sm text-ink-2">
        {reasons.map((reason) => (
          <li key={reason} className="flex gap-2">
            <Check size={20} aria-hidden className="shrink-0 text-ok" />
            {reason}
          </li>
        ))}
      </ul>
      <PinInput
        name="newPin"
        label="New PIN"
        value={pins.newPin}
        onChange={type('newPin')}
        error={errors.newPin}
      />
      <PinInput
        name="again"
        label="The same again"
        value={pins.again}
        onChange={type('again')}
        hint="Not 1234, not your birth year."
        error={errors.again}
      />
      <Failure error={failure} text="An error occurred" />
      <OfflineNote />
      <Submit size="lg" busy={flow.isBusy} className="w-full">
        {action}
      </Submit>
    </form>
  );
}

const digits = 4;

function useFirstPin({ isBusy, onBusy, onSet }: Omit<FirstPinProps, 'action'>) {
  const [pins, setPins] = useState({ newPin: '', again: '' });
  const [errors, setErrors] = useState<{ newPin?: string; again?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is shown
  useEffect(() => focus('newPin'), []);
  const type = (name: keyof typeof pins) => (typed: string) => {
    if (isBusy) return;
    setPins({ ...pins, [name]: typed });
    setErrors({});
    if (name === 'newPin' && typed.length === digits && pins.again === '') focus('again');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const { newPin, again } = pins;
    const differ = 'The two don’t match.';
    const isWhole = newPin.length === digits;
    if (!isWhole || newPin !== again) {
      setErrors(isWhole ? { newPin: differ, again: differ } : { newPin: fieldTexts.newPin });
      return focus('newPin');
    }
    onBusy(true);
    setFailure(null);
    try {
      const { message } = await call('POST /user/set-pin', { body: { oldPin: null, newPin } });
      toast.success(message);
      for (const key of ['pin', 'send-terms']) void queries.invalidateQueries({ queryKey: [key] });
      onSet();
    } catch (error) {
      // Another tab or device has set it.
      if (error instanceof ApiError && error.code === 'PIN_NEEDED') onSet();
      setFailure(error);
    } finally {
      onBusy(false);
    }
  };
  return { form, pins, type, errors, failure, submit };
}
