import { paths } from '@copup/shared/page-paths.ts';
import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { Field } from '../../../ui/field.tsx';
import { HandOver } from '../../../ui/hand-over.tsx';
import { recoverPin } from '../api.ts';

/** W7: mails a code that sets a new PIN. Works for visitors. */
export function Page() {
  useTitle('Recover');
  const email = useSession(({ user }) => user?.email ?? '');
  const [error, setError] = useState<string>();
  const sending = useMutation({ mutationFn: recoverPin });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const isValid = field.value.trim() !== '' && field.validity.valid;
    setError(isValid ? undefined : 'Enter your e-mail address');
    if (!isValid) return field.focus();
    sending.mutate(field.value.trim());
  };

  return (
    <div className="mx-auto grid w-full max-w-[480px] gap-4 px-5 py-8">
      <h1 className="text-[1.75rem]">Recover</h1>
      {sending.data ? (
        <HandOver title={sending.data.message} to={paths.setPin} state={{ hasCode: true }}>
          check inbox or spam folder
        </HandOver>
      ) : (
        <form onSubmit={submit} noValidate className="grid gap-3.5" aria-label="Recover">
          <p className="text-ink-2">We e-mail you a code. Enter it in place of your old PIN.</p>
          <Failure error={sending.error} text="Error recovering PIN" />
          <Field
            label="E-mail"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={email}
            required
            error={error}
            icon={<Mail size={20} aria-hidden />}
          />
          <Submit busy={sending.isPending}>Send</Submit>
        </form>
      )}
    </div>
  );
}
