import { AdminPage } from '../../console/console-page.tsx';
import { SessionList } from './session-list.tsx';

export function Page() {
  return (
    <AdminPage title="Signed-in devices">
      <SessionList />
    </AdminPage>
  );
}
