import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const users: Feature = {
  operatorPages: [
    {
      path: operatorPaths.users,
      name: 'Users',
      load: () => import('./admin/users-list.tsx'),
      item: () => import('./admin/user-page.tsx'),
    },
  ],
};
