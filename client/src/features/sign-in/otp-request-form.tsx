import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Submit } from '../../parts/form-parts.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { checkEmail, focusFirstInvalid } from './checks.ts';

interface OtpRequestFormProps {
  /** The initial address. */
  email?: string;
  /** Requests the code; the message of the reply is shown. */
  send: (email: string) => Promise<{ message: string }>;
  onSent: (email: string) => void;
}

/** E-mail and "Send OTP": the first step of the registration and of a forgotten password. */
export function OtpRequestForm({ email, send, onSent }: OtpRequestFormProps) {
  const [error, setError] = useState<string>();
  const sending = useMutation({
    mutationFn: send,
    onSuccess: ({ message }, email) => {
      toast.success(message || 'OTP sent to your email');
      onSent(email);
    },
    onError: (error) => toast.error(messageOf(error, 'Error sending OTP')),
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    const found = checkEmail(email);
    setError(found);
    if (!focusFirstInvalid(event.currentTarget, { email: found })) sending.mutate(email);
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5">
      <Field
        label="E-mail"
        name="email"
        type="email"
        defaultValue={email}
        autoComplete="email"
        required
        error={error}
        icon={<Mail size={20} aria-hidden />}
      />
      <Submit busy={sending.isPending}>Send OTP</Submit>
    </form>
  );
}
