import { paths } from '@copup/shared/page-paths.ts';
import { findUser } from '../../accounts/users.queries.ts';
import { and, eq, inArray } from '../../db/drizzle.ts';
import type { AccountDeletion } from '../../feature.ts';
import { listReady } from './referral-tasks.queries.ts';
import { taskScreenshots, tasks, taskUploads } from './tasks.tables.ts';

const MAX_SHOWN = 20;

/** S7: pending uploads, and rewards of referral tasks that can be received. Decided uploads remain without their pictures. */
export const taskDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const open = await tx.orm
      .select({ title: tasks.title })
      .from(taskUploads)
      .innerJoin(tasks, eq(tasks.id, taskUploads.taskId))
      .where(and(eq(taskUploads.userId, userId), eq(taskUploads.status, 'pending')))
      .orderBy(taskUploads.id)
      .limit(MAX_SHOWN);
    const user = await findUser(tx, userId);
    const ready = user ? await listReady(tx, { userId, realm: user.realm }, MAX_SHOWN) : [];
    return [
      ...open.map(({ title }) => ({
        kind: 'task' as const,
        details: title,
        bid_points: null,
        path: paths.socialTasks,
      })),
      ...ready.map(({ requiredReferrals }) => ({
        kind: 'reward' as const,
        details: `${requiredReferrals} invited ${requiredReferrals === 1 ? 'friend' : 'friends'}`,
        bid_points: null,
        path: paths.referralTasks,
      })),
    ];
  },
  async erase(tx, userId) {
    const own = tx.orm.select({ id: taskUploads.id }).from(taskUploads).where(eq(taskUploads.userId, userId));
    await tx.orm.delete(taskScreenshots).where(inArray(taskScreenshots.uploadId, own));
  },
};
