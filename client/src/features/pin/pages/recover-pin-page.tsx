import { paths } from '@copup/shared/page-paths.ts';
import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { checkEmail } from '../../../lib/check-email.ts';
import { useSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { useForm } from '../../../parts/use-form.ts';
import { Field } from '../../../ui/field.tsx';
import { HandOver } from '../../../ui/hand-over.tsx';
import { recoverPin } from '../api.ts';

/** W7: mails a code that sets a new PIN. Works for visitors. */
export function Page() {
  useTitle('Recover');
  const email = useSession(({ user }) => user?.email ?? '');
  const sending = useMutation({ mutationFn: recoverPin });
  const { form, field } = useForm({
    check: (read) => ({ email: checkEmail(read('email')) }),
    send: (read) => sending.mutate(read('email')),
  });
  return (
    <div className="mx-auto grid w-full max-w-[480px] gap-4 px-5 py-8">
      <h1 className="text-[1.75rem]">Recover</h1>
      {sending.data ? (
        <HandOver title={sending.data.message} to={paths.setPin} state={{ hasCode: true }}>
          check inbox or spam folder
        </HandOver>
      ) : (
        <form {...form} className="grid gap-3.5" aria-label="Recover">
          <p className="text-ink-2">We e-mail you a code. Enter it in place of your old PIN.</p>
          <Failure error={sending.error} text="Error recovering PIN" />
          <Field
            label="E-mail"
            type="email"
            autoComplete="email"
            defaultValue={email}
            icon={<Mail size={20} aria-hidden />}
            {...field('email')}
          />
          <Submit busy={sending.isPending}>Send</Submit>
        </form>
      )}
    </div>
  );
}
