import type { AdminUser } from '@copup/shared/admin.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { type OperatorRole, operatorRoles } from '@copup/shared/rights.ts';
import { useWatch } from 'react-hook-form';
import { capitalized } from '../../../console/capitalized.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { SelectInput } from '../../../console/inputs.tsx';
import { RightsList } from '../../../console/may-change.tsx';
import { isPending, waitsText } from '../../../console/pending.ts';
import { call } from '../../../lib/calls.ts';
import type { UserDialogProps } from './adjust-form.tsx';

/** The role of a user in words. */
export const roleName = ({ operator_role: role }: Pick<AdminUser, 'operator_role'>): string =>
  role ?? 'player';

interface Values {
  role: OperatorRole | 'player';
}

/** S8: gives a user a role of operators, or takes it away, once a second owner approves it (O3a). */
export function RoleForm({ user, onClose }: UserDialogProps) {
  const submit = async ({ role }: Values) => {
    const reply = await call('PUT /admin/users/:id', {
      params: { id: user.id },
      body: { operator_role: role === 'player' ? null : role },
    });
    if (isPending(reply)) return waitsText(`The role ${role} for ${user.username}`);
    return `${user.username} has the role ${role} already`;
  };
  return (
    <FormDialog<Values>
      title={`Role of ${user.username}`}
      onClose={onClose}
      defaultValues={{ role: user.operator_role ?? 'player' }}
      validate={({ role }) => (role === roleName(user) ? { role: 'Choose another role.' } : {})}
      submitName="Request the role"
      onSubmit={submit}
    >
      <SelectInput source="role" label="Role">
        <option value="player">Player</option>
        {operatorRoles.map((role) => (
          <option key={role} value={role}>
            {capitalized(role)}
          </option>
        ))}
      </SelectInput>
      <Consequences user={user} />
    </FormDialog>
  );
}

function Consequences({ user }: { user: AdminUser }) {
  const { role } = useWatch() as Values;
  const name = isolate(user.full_name);
  if (role === 'player')
    return (
      <p className="text-sm text-ink-2">
        Once a second owner approves it, {name} no longer sees these pages, and can play.
      </p>
    );
  return (
    <div className="grid gap-2 text-sm text-ink-2">
      <p>Once a second owner approves it, {name} can no longer play, sees everything here, and may:</p>
      <RightsList role={role} />
    </div>
  );
}
