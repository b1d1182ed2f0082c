import { AdminPage } from '../../console/console-page.tsx';
import { FactorPage } from './factor-page.tsx';

export function Page() {
  return (
    <AdminPage title="Second factor">
      <FactorPage />
    </AdminPage>
  );
}
