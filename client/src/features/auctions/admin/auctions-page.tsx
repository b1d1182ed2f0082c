import { AdminPage } from '../../../console/console-page.tsx';
import { AuctionsList } from './auctions-list.tsx';

export function Page() {
  return (
    <AdminPage title="Auctions">
      <AuctionsList />
    </AdminPage>
  );
}
