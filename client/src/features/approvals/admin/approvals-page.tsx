import { AdminPage } from '../../../console/console-page.tsx';
import { ApprovalsList } from './approvals-list.tsx';

export function Page() {
  return (
    <AdminPage title="Approvals">
      <ApprovalsList />
    </AdminPage>
  );
}
