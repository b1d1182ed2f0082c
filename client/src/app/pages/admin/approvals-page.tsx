import { ApprovalsList } from '../../../features/admin/approvals-list.tsx';
import { AdminPage } from './admin-page.tsx';

export function Page() {
  return (
    <AdminPage title="Approvals">
      <ApprovalsList />
    </AdminPage>
  );
}
