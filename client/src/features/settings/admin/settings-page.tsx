import { AdminPage } from '../../../console/console-page.tsx';
import { SettingsList } from './settings-list.tsx';

export function Page() {
  return (
    <AdminPage title="Settings">
      <SettingsList />
    </AdminPage>
  );
}
