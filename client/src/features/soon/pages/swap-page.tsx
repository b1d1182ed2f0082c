import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/calls.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { EmailForm } from '../../../parts/email-form.tsx';
import { SoonRing } from '../../../ui/art/soon-ring.tsx';
import { Note } from '../../../ui/note.tsx';

export function Page() {
  useTitle('Swap');
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-[26rem] content-center justify-items-center gap-2 px-5 py-10 text-center">
      <SoonRing className="size-52" />
      <h1 className="mt-2 text-2xl">We're Launching Soon!</h1>
      <p className="text-balance text-ink-2">
        The swap function is coming soon. Leave your <span className="whitespace-nowrap">e-mail</span> and
        we’ll e-mail you once, on the day it opens.
      </p>
      <div className="mt-4 w-full text-left">
        <NotifyMeForm />
      </div>
    </div>
  );
}

/** Stores an address for a mail on the day the swap function opens. The result replaces the form. */
function NotifyMeForm() {
  const [sent, setSent] = useState<{ email: string; message: string }>();
  const outcome = useRef<HTMLDivElement>(null);
  // The focused button disappears with the form.
  useEffect(() => {
    if (sent) outcome.current?.focus();
  }, [sent]);
  if (sent) {
    return (
      <div ref={outcome} tabIndex={-1} className="outline-none">
        <Note look="ok" role="status" title={sent.message}>
          {sent.email}
        </Note>
      </div>
    );
  }
  return (
    <EmailForm
      button="Notify Me"
      errorText="Your address could not be sent. Please try again."
      send={(email) => call('POST /content/notify-me', { body: { email } })}
      onSent={(email, message) => setSent({ email, message })}
    />
  );
}
