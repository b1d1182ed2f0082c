import { AdminPage } from '../../../console/console-page.tsx';
import { OrdersList } from './orders-list.tsx';

export function Page() {
  return (
    <AdminPage title="Orders">
      <OrdersList />
    </AdminPage>
  );
}
