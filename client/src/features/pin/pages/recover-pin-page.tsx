import { paths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { EmailForm } from '../../../parts/email-form.tsx';
import { HandOver } from '../../../ui/hand-over.tsx';
import { recoverPin } from '../api.ts';

/** W7: mails a code that sets a new PIN. Works for visitors. */
export function Page() {
  useTitle('Recover PIN');
  const email = useSession(({ user }) => user?.email ?? '');
  const [sent, setSent] = useState<string>();
  return (
    <div className="mx-auto grid w-full max-w-[480px] gap-4 px-5 py-8">
      <h1 className="text-[1.75rem]">Recover PIN</h1>
      {sent ? (
        <HandOver title={sent} to={paths.setPin} state={{ hasCode: true }}>
          check inbox or spam folder
        </HandOver>
      ) : (
        <>
          <p className="text-ink-2">We e-mail you a code. Enter it in place of your old PIN.</p>
          <EmailForm
            email={email}
            button="Send"
            errorText="Error recovering PIN"
            send={recoverPin}
            onSent={(_, message) => setSent(message)}
          />
        </>
      )}
    </div>
  );
}
