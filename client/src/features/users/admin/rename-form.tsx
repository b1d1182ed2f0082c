import type { AdminUser } from '@copup/shared/admin.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import { reasonError } from '../../../console/reason-form.tsx';
import { rename } from './api.ts';

interface Values {
  username: string;
  reason: string;
}

/** X13: gives a player another username. */
export function RenameForm({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const validate = ({ username, reason }: Values): Partial<Values> => {
    const isOther = username !== '' && username !== user.username;
    const why = reasonError(reason);
    return { ...(isOther ? {} : { username: 'Enter another username.' }), ...(why && { reason: why }) };
  };
  const submit = async ({ username, reason }: Values) => {
    const renamed = await rename(user.id, { username, reason: reason.trim() });
    onClose();
    return `${user.username} is now ${renamed.username}`;
  };
  return (
    <FormDialog
      title={`Rename ${user.username}`}
      onClose={onClose}
      defaultValues={{ username: '', reason: '' }}
      validate={validate}
      submitName="Rename"
      submitLook="danger"
      onSubmit={submit}
    >
      <p className="text-sm text-ink-2">
        The player reads the reason, and cannot change the username again until the waiting period of a change
        is over. Until then {user.username} stays reserved. Earlier bids and results keep it.
      </p>
      <TextInput source="username" label="New username" required maxLength={20} />
      <TextAreaInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}
