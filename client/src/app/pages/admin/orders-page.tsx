import { OrdersList } from '../../../features/admin/orders-list.tsx';
import { AdminPage } from './admin-page.tsx';

export function Page() {
  return (
    <AdminPage title="Orders">
      <OrdersList />
    </AdminPage>
  );
}
