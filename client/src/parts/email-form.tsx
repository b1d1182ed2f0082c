import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { checkEmail } from '../lib/check-email.ts';
import { Field } from '../ui/field.tsx';
import { Failure, Submit } from './form-parts.tsx';
import { useForm } from './use-form.ts';

interface EmailFormProps {
  /** The initial address. */
  email?: string | undefined;
  button: string;
  /** For errors without a message. */
  errorText: string;
  send: (email: string) => Promise<{ message: string }>;
  onSent: (email: string, message: string) => void;
}

/** An address and the button that sends it. */
export function EmailForm({ email, button, errorText, send, onSent }: EmailFormProps) {
  const sending = useMutation({
    mutationFn: send,
    onSuccess: ({ message }, sentTo) => onSent(sentTo, message),
  });
  const { form, field } = useForm({
    failure: sending.error,
    check: (read) => ({ email: checkEmail(read('email')) }),
    send: (read) => sending.mutate(read('email')),
  });
  return (
    <form {...form} className="grid gap-3.5">
      <Failure error={sending.error} text={errorText} />
      <Field
        label="E-mail"
        type="email"
        defaultValue={email}
        autoComplete="email"
        maxLength={254}
        icon={<Mail size={20} aria-hidden />}
        {...field('email')}
      />
      <Submit busy={sending.isPending}>{button}</Submit>
    </form>
  );
}
