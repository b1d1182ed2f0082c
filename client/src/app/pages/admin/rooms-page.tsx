import { LiveRooms } from '../../../features/live-rooms/live-rooms.tsx';
import { AdminPage } from './admin-page.tsx';

export function Page() {
  return (
    <AdminPage title="Live rooms">
      <LiveRooms />
    </AdminPage>
  );
}
