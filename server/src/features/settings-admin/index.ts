import type { Feature } from '../../feature.ts';
import { changeSettingApproved } from './change-setting.ts';
import { settingsAdminRoutes } from './settings-admin.routes.ts';

export const settingsAdmin: Feature = {
  name: 'settings-admin',
  build: (deps) => ({
    routes: [settingsAdminRoutes(deps)],
    approvedActions: changeSettingApproved(deps),
  }),
};
