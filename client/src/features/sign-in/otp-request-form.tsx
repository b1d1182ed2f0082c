import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { messageOf } from '../../lib/api-error.ts';
import { Submit } from '../../parts/form-parts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { checkEmail } from './checks.ts';

interface OtpRequestFormProps {
  /** The initial address. */
  email?: string;
  /** Requests the code; the message of the reply is shown. */
  send: (email: string) => Promise<{ message: string }>;
  onSent: (email: string) => void;
}

/** E-mail and "Send OTP": the first step of the registration and of a forgotten password. */
export function OtpRequestForm({ email, send, onSent }: OtpRequestFormProps) {
  const sending = useMutation({
    mutationFn: send,
    onSuccess: ({ message }, sentTo) => {
      toast.success(message || 'OTP sent to your email');
      onSent(sentTo);
    },
    onError: (error) => toast.error(messageOf(error, 'Error sending OTP')),
  });
  const { form, field } = useForm({
    check: (read) => ({ email: checkEmail(read('email')) }),
    send: (read) => sending.mutate(read('email')),
  });
  return (
    <form {...form} className="grid gap-3.5">
      <Field
        label="E-mail"
        type="email"
        defaultValue={email}
        autoComplete="email"
        icon={<Mail size={20} aria-hidden />}
        {...field('email')}
      />
      <Submit busy={sending.isPending}>Send OTP</Submit>
    </form>
  );
}
