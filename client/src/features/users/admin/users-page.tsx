import { AdminPage } from '../../../console/console-page.tsx';
import { UsersList } from './users-list.tsx';

export function Page() {
  return (
    <AdminPage title="Users">
      <UsersList />
    </AdminPage>
  );
}
