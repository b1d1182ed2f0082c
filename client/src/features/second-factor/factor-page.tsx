import type { FactorState } from '@copup/shared/second-factor.ts';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { disableFactor, renewRecoveryCodes, rereadFactorState, useFactorState } from './api.ts';
import { CodeDialog } from './code-dialog.tsx';
import { Enrolment } from './enrolment.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';

const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long' });

/** S8a: an operator's own second factor. */
export function Page() {
  const { data, error, refetch } = useFactorState();
  const [newCodes, setNewCodes] = useState<string[] | null>(null);
  if (newCodes) {
    const done = () => {
      setNewCodes(null);
      void rereadFactorState();
    };
    return <RecoveryCodesCard codes={newCodes} onDone={done} />;
  }
  if (error) {
    const message = messageOf(error, 'Your second factor could not be loaded.');
    return <ErrorState isWhole message={message} onRetry={() => void refetch()} />;
  }
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
        <Button look="line" onClick={() => setShown('codes')}>
          New recovery codes
        </Button>
        <Button look="danger" onClick={() => setShown('disable')}>
          Disable
        </Button>
      </div>
      {shown === 'codes' ? (
        <CodeDialog
          title="New recovery codes"
          actionName="Get new codes"
          send={renewRecoveryCodes}
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
          send={disableFactor}
          onDone={() => void rereadFactorState()}
          onClose={close}
        >
          Your password alone will be enough to sign in. Your recovery codes stop working.
        </CodeDialog>
      ) : null}
    </Card>
  );
}
