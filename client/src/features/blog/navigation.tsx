import { paths } from '@copup/shared/page-paths.ts';
import { Newspaper } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';

export const blogNavigation: Navigation = {
  more: [{ place: 3, to: paths.blog, name: 'Blog', Icon: Newspaper }],
};
