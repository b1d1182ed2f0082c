import type { Feature } from '../../feature.ts';
import { profileRoutes } from './profile.routes.ts';
import { userRoomKind } from './user.room.ts';

export const profile: Feature = {
  name: 'profile',
  build: (deps) => ({ routes: [profileRoutes(deps)], roomKinds: [userRoomKind(deps)] }),
};
