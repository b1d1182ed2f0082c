import type { Feature } from '../../feature.ts';
import { emailApproved } from './confirm-email.ts';
import { accountDeletionRoutes, pendingRoutes, profileRoutes } from './profile.routes.ts';
import { referralsRoutes } from './referrals.routes.ts';
import { userRoomKind } from './user.room.ts';

export const profile: Feature = {
  name: 'profile',
  build: (deps, all) => ({
    routes: [
      profileRoutes(deps),
      referralsRoutes(deps),
      accountDeletionRoutes(deps, all),
      pendingRoutes(deps, all),
    ],
    roomKinds: [userRoomKind(deps)],
    approvedActions: emailApproved(deps),
  }),
};
