import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const profile: Feature = {
  pages: [
    page(paths.profile, 'My Account', () => import('./profile-page.tsx'), { isFocused: true, preload: 9 }),
    page(paths.invites, 'Invite friends', () => import('./invites-page.tsx'), { isFocused: true }),
  ],
};
