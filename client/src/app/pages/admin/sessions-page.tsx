import { SessionList } from '../../../features/own-sessions/session-list.tsx';
import { AdminPage } from './admin-page.tsx';

export function Page() {
  return (
    <AdminPage title="Signed-in devices">
      <SessionList />
    </AdminPage>
  );
}
