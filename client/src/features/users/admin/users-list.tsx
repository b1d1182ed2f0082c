import type { AdminUser } from '@copup/shared/admin.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import type { ReactNode } from 'react';
import { type Column, dayColumn, numberColumn } from '../../../console/columns.tsx';
import { type Filter, realmFilter, searchFilter } from '../../../console/filters.ts';
import { waitsText } from '../../../console/pending.ts';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { RecordsList } from '../../../console/records-list.tsx';
import { opening, type RowAction } from '../../../console/row-actions.tsx';
import type { Dialog, Show } from '../../../console/use-dialog.ts';
import { call } from '../../../lib/calls.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { AdjustForm, type UserDialogProps } from './adjust-form.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { RoleForm, roleName } from './role-form.tsx';

const columns: Column<AdminUser>[] = [
  {
    name: 'Username',
    cell: (row) => row.username,
    sort: 'username',
    isName: true,
    picture: ({ full_name, username }) => <Avatar name={full_name} username={username} size={36} />,
  },
  { name: 'Full name', cell: (row) => row.full_name },
  { name: 'E-mail', cell: (row) => row.email ?? '–', sort: 'email' },
  { name: 'Role', cell: roleOf, sort: 'role' },
  { ...numberColumn('Available', (row) => row.available, 'available'), isOnPhones: true },
  numberColumn('Held', (row) => row.held, 'held'),
  { ...numberColumn('Bonus', (row) => row.bonus, 'bonus'), isMinor: true },
  dayColumn('Since', (row) => row.created_at, 'created_at'),
];

function roleOf(row: AdminUser) {
  const { role, deleted_at, is_demo } = row;
  if (deleted_at) return <Chip>deleted</Chip>;
  if (is_demo) return <Chip look="warn">demo player</Chip>;
  return <Chip look={role === 1 ? 'brand' : 'plain'}>{roleName(row)}</Chip>;
}

const subLine = (row: AdminUser) =>
  [
    row.full_name,
    row.email,
    row.deleted_at ? 'deleted' : row.role === 1 ? roleName(row) : row.is_demo ? 'demo player' : '',
  ]
    .filter(Boolean)
    .join(', ');
const sort = { field: 'created_at', order: 'DESC' } as const;
const filters: Filter[] = [
  searchFilter('Find a user'),
  realmFilter,
  {
    source: 'role',
    label: 'Role',
    options: [
      ['0', 'players'],
      ['1', 'operators'],
    ],
  },
];

export function Page() {
  const me = useSignedInUser();
  const actionsFor = (user: AdminUser, show: Show): RowAction[] => {
    if (user.deleted_at) return [];
    const { username } = user;
    const of =
      (Form: (props: UserDialogProps) => ReactNode): Dialog =>
      (onClose) => <Form user={user} onClose={onClose} />;
    const role = opening(show, 'Role', `Role of ${username}`, of(RoleForm), 'PUT /admin/users/:id');
    const coins = opening(
      show,
      'Coins',
      `Give coins to ${username}`,
      of(AdjustForm),
      'POST /admin/users/:id/adjust',
    );
    const factor = opening(
      show,
      'Factor',
      `Reset the second factor of ${username}`,
      of(ResetFactorForm),
      'POST /admin/users/:id/reset-second-factor',
    );
    const limits = opening(show, 'Limits', `Limits of ${username}`, of(LimitsDialog));
    const isOther = user.id !== me.id && user.realm === 0;
    return [
      ...(isOther && user.role === 1 ? [factor] : []),
      ...(isOther ? [role] : []),
      ...(user.role === 0 ? [limits, coins] : []),
    ];
  };
  return (
    <RecordsList<AdminUser>
      resource="users"
      sort={sort}
      filters={filters}
      columns={columns}
      nameOf={(row) => row.username}
      itemPath={(row) => recordPath('user', row.id)}
      subLine={subLine}
      actions={actionsFor}
    />
  );
}

/** S8a: for an operator who has lost their factor. */
function ResetFactorForm({ user, onClose }: UserDialogProps) {
  return (
    <ReasonForm
      title={`Reset the second factor of ${user.username}`}
      actionName="Request the reset"
      onSubmit={async (reason) => {
        await call('POST /admin/users/:id/reset-second-factor', {
          params: { id: user.id },
          body: { reason },
        });
        return waitsText(`Resetting the second factor of ${user.username}`);
      }}
      onClose={onClose}
    >
      Make sure that it is {isolate(user.full_name)} who requested this. A second operator has to approve it;
      then all their sessions end, and the password alone is enough to sign in.
    </ReasonForm>
  );
}
