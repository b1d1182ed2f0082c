import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const profile: Feature = {
  pages: [
    {
      path: paths.profile,
      name: 'My Account',
      load: () => import('./profile-page.tsx'),
      isFocused: true,
      preload: 9,
    },
    {
      path: paths.invites,
      name: 'Invite friends',
      load: () => import('./invites-page.tsx'),
      isFocused: true,
    },
  ],
};
