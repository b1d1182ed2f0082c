import type { Feature } from '../../lib/feature.ts';

export const users: Feature = {
  operatorPages: [{ path: 'users', name: 'Users', load: () => import('./admin/users-page.tsx') }],
};
