import { AuditLogList } from '../../../features/admin/audit-log-list.tsx';
import { AdminPage } from './admin-page.tsx';

export function Page() {
  return (
    <AdminPage title="Audit log">
      <AuditLogList />
    </AdminPage>
  );
}
