import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';

/** The recovery codes, shown once after the enrolment or a request for new codes. */
export function RecoveryCodesCard({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const copy = () => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    );
  };
  return (
    <Card className="grid max-w-2xl gap-4 p-5">
      <Note look="ok" role="status" title="Your second factor is on">
        Store these recovery codes now, away from your phone. They are not shown again.
      </Note>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-md bg-sunken px-4 py-3.5 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">Each code signs you in once if you don’t have your phone.</p>
      <div className="flex flex-wrap items-center gap-2.5">
        <Button look="line" onClick={copy}>
          Copy all
        </Button>
        <Button look="ink" onClick={onDone}>
          I’ve stored them
        </Button>
        <span role="status" className="text-sm text-ink-2">
          {copied === 'yes' ? 'Copied' : copied === 'refused' ? 'Copying is not allowed here' : ''}
        </span>
      </div>
    </Card>
  );
}
