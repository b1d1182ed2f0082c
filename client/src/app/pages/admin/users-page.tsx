import { UsersList } from '../../../features/admin/users-list.tsx';
import { paths } from '../../paths.ts';
import { AdminPage } from './admin-page.tsx';

export function Page() {
  return (
    <AdminPage title="Users">
      <UsersList approvalsPath={`${paths.admin}/approvals`} />
    </AdminPage>
  );
}
