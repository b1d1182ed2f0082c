import { paths } from '@copup/shared/page-paths.ts';
import { ListChecks } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';

export const tasksNavigation: Navigation = {
  more: [{ place: 2, to: paths.tasks, name: 'Tasks', Icon: ListChecks }],
};
