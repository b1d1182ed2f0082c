import type { SecondStepBody, SignedIn } from '@copup/shared/auth.ts';
import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { request } from '../../lib/api.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';

const finish = (body: SecondStepBody) => request<SignedIn>('/auth/second-step', { method: 'POST', body });

interface SecondStepFormProps {
  /** The ticket in the reply of the first step. */
  ticket: string;
  onSignedIn: (signedIn: SignedIn) => void;
  /** Returns to the first step, with a message if it must be repeated. */
  onBack: (why?: string) => void;
}

/** S8a: the code of an authenticator app, or a recovery code, after the password. */
export function SecondStepForm({ ticket, onSignedIn, onBack }: SecondStepFormProps) {
  const [isEmpty, setIsEmpty] = useState(false);
  const signIn = useMutation({
    mutationFn: finish,
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SECOND_STEP_EXPIRED') onBack(error.message);
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('code') as HTMLInputElement;
    const code = field.value.trim();
    setIsEmpty(code === '');
    if (code === '') field.focus();
    else signIn.mutate({ second_step: ticket, code });
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5" aria-label="Second step">
      {signIn.error ? (
        <Note look="error" role="alert" title={messageOf(signIn.error, 'Login failed')} />
      ) : null}
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        required
        autoFocus
        hint="The 6 digits of your authenticator app, or a recovery code"
        error={isEmpty ? 'Enter a code' : undefined}
        onInput={() => setIsEmpty(false)}
        icon={<ShieldCheck size={20} aria-hidden />}
      />
      <Button look="ink" type="submit" busy={signIn.isPending} busyText="Processing...">
        Continue
      </Button>
      <Button look="ghost" size="sm" onClick={() => onBack()}>
        Back
      </Button>
    </form>
  );
}
