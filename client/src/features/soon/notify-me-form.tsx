import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/calls.ts';
import { EmailForm } from '../../parts/email-form.tsx';
import { Note } from '../../ui/note.tsx';

/** Stores an address for a mail on the day the swap function opens. The result replaces the form. */
export function NotifyMeForm() {
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
