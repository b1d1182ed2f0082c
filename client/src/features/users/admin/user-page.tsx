import type { AdminUser } from '@copup/shared/admin.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { capitalized } from '../../../console/capitalized.ts';
import { DialogButton } from '../../../console/dialog-button.tsx';
import { reasonError } from '../../../console/draft.ts';
import { Facts } from '../../../console/facts.tsx';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import { ItemCard, ItemFacts, ItemPage } from '../../../console/items/item-page.tsx';
import { showLagos } from '../../../console/local-time.ts';
import { call } from '../../../lib/calls.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { AdjustForm, type UserDialogProps } from './adjust-form.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { RoleForm, roleName } from './role-form.tsx';
import { SuspensionCard } from './suspension-card.tsx';
import { DevicesCard, NotesCard, PendingCard } from './user-cards.tsx';

/** O1: one user. */
export function Page() {
  return (
    <ItemPage<AdminUser>
      kind="user"
      resource="users"
      titleOf={({ full_name, username }) => full_name || username}
      picture={({ full_name, username }) => <Avatar name={full_name} username={username} size={48} />}
      status={(user) => (
        <Chip look={user.deleted_at ? 'warn' : user.role === 1 ? 'brand' : 'plain'}>
          {user.deleted_at ? 'deleted' : roleName(user)}
        </Chip>
      )}
      subLine={({ username, realm }) => `@${username}${realm === 0 ? '' : `, load test ${realm}`}`}
      buttons={(user) => <Buttons user={user} />}
      main={(user) => (
        <>
          <Facts
            label="Balances"
            facts={[
              ['Available', user.available],
              ['Held', user.held],
              ['Bonus, entry fees only', user.bonus],
              ['Together', user.available + user.held + user.bonus],
            ]}
          />
          <ItemCard title="Account">
            <ItemFacts
              facts={[
                ['Username', user.username],
                ['Full name', user.full_name],
                ['E-mail', user.email],
                ['Role', capitalized(roleName(user))],
                ['Task coins', formatNumber(user.task)],
                ['Registered', showLagos(user.created_at, 0)],
                ...(user.deleted_at ? [['Closed', showLagos(user.deleted_at, 0)] as const] : []),
              ]}
            />
          </ItemCard>
          <PendingCard user={user} />
          {user.role === 0 ? <SuspensionCard user={user} /> : null}
          <DevicesCard user={user} />
          <NotesCard user={user} />
        </>
      )}
    />
  );
}

function Buttons({ user }: { user: AdminUser }) {
  const me = useSignedInUser();
  const hasRole = user.id !== me.id && user.realm === 0 && user.deleted_at === null;
  const isPlayer = user.role === 0 && user.deleted_at === null;
  return (
    <>
      <Link
        to={`${operatorPath(operatorPaths.ledger)}?user=${user.id}`}
        className="ctl-line inline-flex min-h-tap items-center rounded-md px-3.5 text-sm font-bold"
      >
        Ledger
      </Link>
      {isPlayer ? (
        <>
          <DialogButton
            asks="limits"
            size="sm"
            dialog={(onClose) => <LimitsDialog user={user} onClose={onClose} />}
          >
            Limits
          </DialogButton>
          <DialogButton
            asks="rename"
            command="POST /admin/users/:id/rename"
            size="sm"
            dialog={(onClose) => <RenameForm user={user} onClose={onClose} />}
          >
            Rename…
          </DialogButton>
          <DialogButton
            asks="adjust"
            command="POST /admin/users/:id/adjust"
            size="sm"
            dialog={(onClose) => <AdjustForm user={user} onClose={onClose} />}
          >
            Adjust coins…
          </DialogButton>
        </>
      ) : null}
      {hasRole ? (
        <DialogButton
          asks="role"
          command="PUT /admin/users/:id"
          size="sm"
          dialog={(onClose) => <RoleForm user={user} onClose={onClose} />}
        >
          Role…
        </DialogButton>
      ) : null}
    </>
  );
}

interface Values {
  username: string;
  reason: string;
}

/** X13: gives a player another username. */
function RenameForm({ user, onClose }: UserDialogProps) {
  const validate = ({ username, reason }: Values): Partial<Values> => {
    const isOther = username !== '' && username !== user.username;
    const why = reasonError(reason);
    return { ...(isOther ? {} : { username: 'Enter another username.' }), ...(why && { reason: why }) };
  };
  const submit = async ({ username, reason }: Values) => {
    const body = { username, reason: reason.trim() };
    const renamed = await call('POST /admin/users/:id/rename', { params: { id: user.id }, body });
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
