import type { SignInReply } from '@copup/shared/auth.ts';
import { useMutation } from '@tanstack/react-query';
import { Lock, Mail } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { logIn } from './api.ts';
import { checkEmail, checkFilled, focusFirstInvalid } from './checks.ts';

interface LoginFormProps {
  onReply: (reply: SignInReply) => void;
  /** The link beside the label of the password. */
  forgotLink: ReactNode;
}

export function LoginForm({ onReply, forgotLink }: LoginFormProps) {
  const [errors, setErrors] = useState<{ email?: string | undefined; password?: string | undefined }>({});
  const login = useMutation({ mutationFn: logIn, onSuccess: onReply });

  // Editing a field clears its error until the next submit.
  const forget = ({ target }: FormEvent) =>
    setErrors((before) => ({ ...before, [(target as HTMLInputElement).name]: undefined }));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))];
    const found = { email: checkEmail(email), password: checkFilled(password, 'password') };
    setErrors(found);
    if (!focusFirstInvalid(event.currentTarget, found)) login.mutate({ email, password });
  };

  return (
    <form onSubmit={submit} onInput={forget} noValidate className="grid gap-3.5" aria-label="Login">
      {login.isError ? (
        <Note look="error" role="alert" title={messageOf(login.error, 'Login failed')} />
      ) : null}
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={errors.email}
        icon={<Mail size={20} aria-hidden />}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.password}
        aside={forgotLink}
        icon={<Lock size={20} aria-hidden />}
      />
      <Button look="ink" type="submit" busy={login.isPending} busyText="Processing...">
        Login
      </Button>
    </form>
  );
}
