import { AdminPage } from '../../../console/console-page.tsx';
import { AuditLogList } from './audit-log-list.tsx';

export function Page() {
  return (
    <AdminPage title="Audit log">
      <AuditLogList />
    </AdminPage>
  );
}
