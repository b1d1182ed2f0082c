import type { Feature } from '../../feature.ts';
import { adjustApproved } from './adjust.ts';
import { adjustOutlook } from './adjust-outlook.queries.ts';
import { rolesApproved } from './change-role.ts';
import { searchUsers } from './search-users.ts';
import { userTimeline } from './user-timeline.queries.ts';
import { rightsRoutes, usersAdminRoutes } from './users-admin.routes.ts';

export const usersAdmin: Feature = {
  name: 'users-admin',
  build: (deps) => ({
    routes: [usersAdminRoutes(deps), rightsRoutes()],
    outlooks: { 'user.adjust': adjustOutlook },
    timelines: { user: userTimeline },
    searches: { user: searchUsers(deps) },
    approvedActions: { ...adjustApproved(deps), ...rolesApproved(deps) },
  }),
};
