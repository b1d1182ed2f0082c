import { AdminPage } from '../../console/console-page.tsx';
import { LiveRooms } from './live-rooms.tsx';

export function Page() {
  return (
    <AdminPage title="Live rooms">
      <LiveRooms />
    </AdminPage>
  );
}
