import { SettingsList } from '../../../features/admin/settings-list.tsx';
import { AdminPage } from './admin-page.tsx';

export function Page() {
  return (
    <AdminPage title="Settings">
      <SettingsList />
    </AdminPage>
  );
}
