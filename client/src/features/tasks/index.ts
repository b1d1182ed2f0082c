import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';
import { referralTasksQuery, tasksKey, tasksQuery } from './queries.ts';

function readTasks(): void {
  const { user } = useSession.getState();
  if (user) void queryClient.prefetchInfiniteQuery(tasksQuery(user.id));
}
function readReferralTasks(): void {
  const { user } = useSession.getState();
  if (user) void queryClient.prefetchInfiniteQuery(referralTasksQuery(user.id));
}

/** T1, T7: tasks for task coins, the operators' lists of tasks, and the queue of screenshots. */
export const tasks: Feature = {
  pages: [
    {
      path: paths.tasks,
      name: 'Tasks',
      load: () => import('./pages/hub-page.tsx'),
      read: () => {
        readTasks();
        readReferralTasks();
      },
    },
    {
      path: paths.socialTasks,
      name: 'Social tasks',
      load: () => import('./pages/social-page.tsx'),
      read: readTasks,
    },
    {
      path: paths.referralTasks,
      name: 'Referral tasks',
      load: () => import('./pages/referral-page.tsx'),
      read: readReferralTasks,
    },
  ],
  operatorPages: [
    { path: operatorPaths.taskUploads, name: 'Task uploads', load: () => import('./admin/uploads.tsx') },
    { path: operatorPaths.tasks, name: 'Tasks', load: () => import('./admin/tasks-list.tsx') },
    {
      path: operatorPaths.referralTasks,
      name: 'Referral tasks',
      load: () => import('./admin/referral-tasks-list.tsx'),
    },
  ],
  noticeQueries: [tasksKey],
};
