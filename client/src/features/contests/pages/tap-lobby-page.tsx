import { Lobby } from '../lobby.tsx';

export function Page() {
  return <Lobby kind="tap" />;
}
