import { paths } from '@copup/shared/page-paths.ts';
import { User } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';

export const profileNavigation: Navigation = {
  menu: [{ place: 1, to: paths.profile, name: 'Profile', Icon: User }],
};
