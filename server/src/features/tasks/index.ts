import { paths } from '@copup/shared/page-paths.ts';
import { purgeOld } from '../../db/purge.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import { readQueueOf } from '../../operators/read-queue.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { auditTasks } from './audit-tasks.ts';
import { cancelTasksOf } from './cancel-realm.ts';
import { uploadsApproved } from './decide-uploads.ts';
import { tasksDemo } from './demo.ts';
import { referralTaskRecord } from './referral-tasks.record.ts';
import { taskDeletion } from './task-deletion.ts';
import { searchTasks, taskRecord } from './tasks.record.ts';
import { referralTasksRoutes, tasksRoutes } from './tasks.routes.ts';
import { uploadsAdminRoutes } from './uploads.admin.routes.ts';

export const tasks: Feature = {
  name: 'tasks',
  auditReferences: [auditTasks],
  demo: tasksDemo,
  build: (deps) => ({
    routes: [
      tasksRoutes(deps),
      referralTasksRoutes(deps),
      recordRoutes(deps, taskRecord),
      recordRoutes(deps, referralTaskRecord),
      uploadsAdminRoutes(deps),
    ],
    approvedActions: uploadsApproved(deps),
    jobs: taskJobs(deps),
    deletion: taskDeletion,
    cancelRealm: cancelTasksOf(deps),
    describeSubjects: {
      task: describeNames(
        deps,
        { table: 'tasks', nameColumn: 'title', kindColumn: `'task'` },
        () => paths.socialTasks,
      ),
      'task-upload': describeNames(
        deps,
        {
          table: 'task_uploads',
          nameColumn: '(SELECT t.title FROM tasks t WHERE t.id = task_id)',
          kindColumn: 'status',
        },
        () => paths.socialTasks,
      ),
      'referral-task': describeNames(
        deps,
        {
          table: 'referral_tasks',
          nameColumn: `required_referrals || CASE required_referrals WHEN 1 THEN ' friend' ELSE ' friends' END`,
          kindColumn: `'referral-task'`,
        },
        () => paths.referralTasks,
      ),
      'task-conversion': describeNames(
        deps,
        { table: 'task_conversions', nameColumn: `rate || ' to 1'`, kindColumn: `'task-conversion'` },
        () => paths.tasks,
      ),
    },
    searches: { task: searchTasks(deps) },
    queues: {
      'task-uploads': readQueueOf(deps, {
        queue: 'task-uploads',
        table: 'task_uploads',
        statuses: ['pending'],
        time: 'created_at',
        filter: 't.realm = 0',
        oldest: {
          name: 'u.full_name',
          item: 'k.title',
          joins: 'JOIN users u ON u.id = t.user_id JOIN tasks k ON k.id = t.task_id',
        },
      }),
    },
  }),
};

const HOUR_MS = 3_600_000;

/** Defines the purge of old pictures. */
const taskJobs = ({ db }: Pick<Deps, 'db'>): DefinedJobs => ({
  sweeps: [
    {
      name: 'purge-task-screenshots',
      everyMs: HOUR_MS,
      run: async () => {
        await purgeOld(db, {
          table: 'task_screenshots',
          age: 'created_at',
          before: "statement_timestamp() - interval '180 days'",
        });
      },
    },
  ],
});
