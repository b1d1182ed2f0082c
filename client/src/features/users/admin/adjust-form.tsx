import type { AdminUser } from '@copup/shared/admin.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { coinsIn, errorsOfCoins } from '../../../console/draft.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextInput } from '../../../console/inputs.tsx';
import { ConsequenceList } from '../../../console/items/consequence-list.tsx';
import { useConsequences, withGuard } from '../../../console/items/use-consequences.ts';
import { callOnce } from '../../../lib/calls.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Note } from '../../../ui/note.tsx';

interface Adjustment {
  way: 'give' | 'take';
  bid_points: string;
  reason: string;
}

const nothingYet: Adjustment = { way: 'give', bid_points: '', reason: '' };

/** Of a dialog about one user. */
export interface UserDialogProps {
  user: AdminUser;
  onClose: () => void;
}

/** O4: adds or removes a user's coins after a confirmation. Large amounts wait for a second operator. */
export function AdjustForm({ user, onClose }: UserDialogProps) {
  const [step, setStep] = useState<'typing' | 'sure' | 'pending'>('typing');
  const [requested, setRequested] = useState(nothingYet);
  const verb = requested.way === 'give' ? 'Give' : 'Take';
  const whom = requested.way === 'give' ? `to ${user.username}` : `from ${user.username}`;
  const amount = inCoins(coinsIn(requested.bid_points));
  const title = `Give coins to ${user.username}`;
  const consequences = useConsequences('user.adjust', user.id);

  const submit = async (wanted: Adjustment): Promise<string | undefined> => {
    setRequested(wanted);
    if (step === 'typing') {
      setStep('sure');
      return undefined;
    }
    try {
      const points = coinsIn(wanted.bid_points) * (wanted.way === 'give' ? 1 : -1);
      const body = { bid_points: points, reason: wanted.reason.trim() };
      const reply = await callOnce(`adjust:${user.id}`, 'POST /admin/users/:id/adjust', {
        ...{ params: { id: user.id }, body },
        send: withGuard(consequences.data?.guard),
      });
      if (reply.status === 'pending') {
        setStep('pending');
        return undefined;
      }
      return `${amount} ${wanted.way === 'give' ? 'given' : 'taken'} ${whom}`;
    } catch (error) {
      consequences.takeChanges(error);
      setStep('typing');
      throw error;
    }
  };

  if (step === 'pending')
    return (
      <PendingDialog title={title} onClose={onClose}>
        {verb === 'Give' ? 'Giving' : 'Taking'} {amount} {whom} waits for approval. No coins have moved yet.
      </PendingDialog>
    );
  const isSure = step === 'sure';
  const back = { look: 'line', onClick: () => setStep('typing') } as const;
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      defaultValues={nothingYet}
      validate={errorsOfCoins}
      onSubmit={submit}
      submitName={isSure ? `${verb} ${amount} ${whom}` : 'Continue'}
      submitLook={isSure ? 'coin' : 'ink'}
      aside={isSure ? <Button {...back}>Back</Button> : undefined}
    >
      {isSure ? (
        <div className="grid gap-1 rounded-md bg-sunken px-4 py-3.5">
          <p className="font-display text-lg font-bold">
            {verb} {amount} {whom}?
          </p>
          <p className="text-sm text-ink-2">Reason: “{requested.reason.trim()}”</p>
          <ConsequenceList consequences={consequences} />
        </div>
      ) : (
        <>
          <ConsequenceList consequences={consequences} />
          <Fields user={user} />
        </>
      )}
    </FormDialog>
  );
}

function Fields({ user }: { user: AdminUser }) {
  return (
    <>
      <SelectInput source="way" label="What to do">
        <option value="give">Give to {user.username}</option>
        <option value="take">Take from {user.username}</option>
      </SelectInput>
      <NumberInput source="bid_points" label="Coins" required hint={<NewBalance user={user} />} />
      <TextInput source="reason" label="Reason" required maxLength={500} />
    </>
  );
}

function PendingDialog({ children, ...modal }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Modal {...modal}>
      <Note look="info" role="status" title="A second operator has to agree">
        {children}
      </Note>
      <div className="mt-5 flex gap-2.5">
        <ButtonLink look="line" to={operatorPath(operatorPaths.approvals)} className="flex-1">
          See approvals
        </ButtonLink>
        <Button look="ink" onClick={modal.onClose} className="flex-1">
          Close
        </Button>
      </div>
    </Modal>
  );
}

/** Shows the user's balance after the change. */
function NewBalance({ user }: { user: AdminUser }) {
  const { way, bid_points } = useWatch() as Adjustment;
  const points = coinsIn(bid_points);
  if (!Number.isSafeInteger(points) || points < 1) return 'Only available coins can be taken';
  const after = user.available + (way === 'give' ? points : -points);
  return after < 0
    ? `Only ${formatNumber(user.available)} can be taken`
    : `${user.username} would have ${formatNumber(after)} available`;
}
