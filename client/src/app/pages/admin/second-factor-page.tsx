import { FactorPage } from '../../../features/second-factor/factor-page.tsx';
import { AdminPage } from './admin-page.tsx';

export function Page() {
  return (
    <AdminPage title="Second factor">
      <FactorPage />
    </AdminPage>
  );
}
