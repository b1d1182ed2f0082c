import type { FactorState } from '@copup/shared/second-factor.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ReadError } from '../../console/not-loaded.tsx';
import { call } from '../../lib/calls.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeletons } from '../../ui/states.tsx';
import { Enrolment } from './enrolment.tsx';
import { rereadFactorState, useFactorState } from './factor-state.ts';

const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long' });

/** S8a: an operator's own second factor. */
export function Page() {
  const query = useFactorState();
  const { data, error } = query;
  const [newCodes, setNewCodes] = useState<string[] | null>(null);
  if (newCodes) {
    const done = () => {
      setNewCodes(null);
      void rereadFactorState();
    };
    return <RecoveryCodesCard codes={newCodes} onDone={done} />;
  }
  if (error) return <ReadError query={query} failed="Your second factor could not be loaded." isWhole />;
  if (!data) return <Skeletons text="Loading..." count={2} className="h-24" />;
  if (data.since === null) return <Enrolment mustEnrol={data.must_enrol} onEnrolled={setNewCodes} />;
  return <Enrolled state={data} since={data.since} onNewCodes={setNewCodes} />;
}

interface EnrolledProps {
  state: FactorState;
  since: string;
  onNewCodes: (codes: string[]) => void;
}

function Enrolled({ state: { recovery_codes_left: left }, since, onNewCodes }: EnrolledProps) {
  const [shown, setShown] = useState<'nothing' | 'codes' | 'disable'>('nothing');
  const close = () => setShown('nothing');
  return (
    <Card className="grid max-w-2xl gap-4 p-5">
      <Note look="ok" title="Your second factor is on">
        Since {day.format(new Date(since))}. Each sign-in requires a code of your app.
      </Note>
      <p className={left < 3 ? 'font-semibold text-warn' : 'text-ink-2'}>
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
        {left < 3 ? ' Get new ones now.' : ''}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setShown('codes')}>New recovery codes</Button>
        <Button look="danger" onClick={() => setShown('disable')}>
          Disable
        </Button>
      </div>
      {shown === 'codes' ? (
        <CodeDialog
          title="New recovery codes"
          actionName="Get new codes"
          send={(code) => call('POST /admin/second-factor/recovery-codes', { body: { code } })}
          onDone={({ recovery_codes: codes }) => onNewCodes(codes)}
          onClose={close}
        >
          Your earlier recovery codes stop working.
        </CodeDialog>
      ) : null}
      {shown === 'disable' ? (
        <CodeDialog
          title="Disable the second factor?"
          actionName="Disable"
          look="danger"
          send={(code) => call('POST /admin/second-factor/disable', { body: { code } })}
          onDone={() => void rereadFactorState()}
          onClose={close}
        >
          Your password alone will be enough to sign in. Your recovery codes stop working.
        </CodeDialog>
      ) : null}
    </Card>
  );
}

/** The recovery codes, shown once after the enrolment or a request for new codes. */
function RecoveryCodesCard({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
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
        <Button onClick={copy}>Copy all</Button>
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

interface CodeDialogProps<Reply> {
  title: string;
  actionName: string;
  look?: 'ink' | 'danger';
  send: (code: string) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  onClose: () => void;
  /** The consequences. */
  children: ReactNode;
}

/** Requests a code of the second factor before a change of the factor. */
function CodeDialog<Reply>(props: CodeDialogProps<Reply>) {
  const { title, actionName, look = 'ink', send, onDone, onClose, children } = props;
  const sending = useMutation({ mutationFn: send, onSuccess: onDone });
  const { form, field } = useForm({
    check: (read) => ({ code: read('code') === '' ? 'Enter a code' : undefined }),
    send: (read) => sending.mutate(read('code')),
  });
  return (
    <Modal title={title} onClose={onClose} isBusy={sending.isPending}>
      <form {...form} className="grid gap-3.5">
        <Failure error={sending.error} text="This did not work." />
        <p className="text-sm text-ink-2">{children}</p>
        <Field
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          hint="From your authenticator app, or a recovery code"
          {...field('code')}
        />
        <div className="mt-1 flex gap-2.5">
          <Button onClick={onClose} disabled={sending.isPending}>
            Back
          </Button>
          <Submit look={look} busy={sending.isPending} className="flex-1">
            {actionName}
          </Submit>
        </div>
      </form>
    </Modal>
  );
}
