import type { NotifyMeBody } from '@copup/shared/content.ts';
import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';

const notifyMe = (body: NotifyMeBody) => call('POST /content/notify-me', { body });

const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Stores an address for a mail on the day the swap function opens. The result replaces the form. */
export function NotifyMeForm() {
  const [error, setError] = useState<string>();
  const outcome = useRef<HTMLDivElement>(null);
  const sending = useMutation({ mutationFn: notifyMe });

  // The focused button disappears with the form.
  useEffect(() => {
    if (sending.isSuccess) outcome.current?.focus();
  }, [sending.isSuccess]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const email = field.value.trim();
    if (!looksLikeEmail(email)) {
      setError('Enter an e-mail address');
      field.focus();
      return;
    }
    setError(undefined);
    sending.mutate({ email });
  };

  if (sending.isSuccess) {
    return (
      <div ref={outcome} tabIndex={-1} className="outline-none">
        <Note look="ok" role="status" title={sending.data.message}>
          {sending.variables.email}
        </Note>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5">
      <Field
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="you@example.com"
        required
        maxLength={254}
        error={error}
        icon={<Mail size={20} aria-hidden />}
      />
      {sending.isError ? (
        <Note look="error" role="alert">
          {messageOf(sending.error, 'Your address could not be sent. Please try again.')}
        </Note>
      ) : null}
      <Button look="ink" type="submit" busy={sending.isPending} busyText="Processing...">
        Notify Me
      </Button>
    </form>
  );
}
