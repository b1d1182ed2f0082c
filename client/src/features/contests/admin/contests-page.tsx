import { AdminPage } from '../../../console/console-page.tsx';
import { ContestsList } from './contests-list.tsx';

export function Page() {
  return (
    <AdminPage title="Contests">
      <ContestsList />
    </AdminPage>
  );
}
