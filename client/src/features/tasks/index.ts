import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';
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
    page(paths.tasks, 'Tasks', () => import('./pages/hub-page.tsx'), {
      read: () => {
        readTasks();
        readReferralTasks();
      },
    }),
    page(paths.socialTasks, 'Social tasks', () => import('./pages/social-page.tsx'), { read: readTasks }),
    page(paths.referralTasks, 'Referral tasks', () => import('./pages/referral-page.tsx'), {
      read: readReferralTasks,
    }),
  ],
  operatorPages: [
    page(operatorPaths.taskUploads, 'Task uploads', () => import('./admin/uploads.tsx')),
    page(operatorPaths.tasks, 'Tasks', () => import('./admin/tasks-list.tsx')),
    page(operatorPaths.referralTasks, 'Referral tasks', () => import('./admin/referral-tasks-list.tsx')),
  ],
  noticeQueries: [tasksKey],
};
