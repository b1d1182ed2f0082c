import type { NotifyMeBody } from '@copup/shared/content.ts';
import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/calls.ts';
import { checkEmail } from '../../lib/check-email.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';

const notifyMe = (body: NotifyMeBody) => call('POST /content/notify-me', { body });

/** Stores an address for a mail on the day the swap function opens. The result replaces the form. */
export function NotifyMeForm() {
  const outcome = useRef<HTMLDivElement>(null);
  const sending = useMutation({ mutationFn: notifyMe });
  const { form, field } = useForm({
    check: (read) => ({ email: checkEmail(read('email')) }),
    send: (read) => sending.mutate({ email: read('email') }),
  });
  // The focused button disappears with the form.
  useEffect(() => {
    if (sending.isSuccess) outcome.current?.focus();
  }, [sending.isSuccess]);
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
    <form {...form} className="grid gap-3.5">
      <Field
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="you@example.com"
        maxLength={254}
        icon={<Mail size={20} aria-hidden />}
        {...field('email')}
      />
      <Failure error={sending.error} text="Your address could not be sent. Please try again." />
      <Submit busy={sending.isPending}>Notify Me</Submit>
    </form>
  );
}
