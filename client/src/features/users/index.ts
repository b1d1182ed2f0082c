import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const users: Feature = {
  operatorPages: [
    page(operatorPaths.users, 'Users', () => import('./admin/users-list.tsx'), {
      item: () => import('./admin/user-page.tsx'),
    }),
  ],
};
