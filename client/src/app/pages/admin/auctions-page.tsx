import { AuctionsList } from '../../../features/admin/auctions-list.tsx';
import { AdminPage } from './admin-page.tsx';

export function Page() {
  return (
    <AdminPage title="Auctions">
      <AuctionsList />
    </AdminPage>
  );
}
