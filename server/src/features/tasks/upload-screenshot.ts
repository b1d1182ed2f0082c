import type { UploadReply } from '@copup/shared/tasks.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { Proof } from '../../uploads/uploads.ts';
import { nextAttempt } from './task-rules.ts';
import { taskNotFound } from './tasks.errors.ts';
import { findLastUpload, findOwnTask, lockTask } from './tasks.queries.ts';
import { taskScreenshots, tasks, taskUploads } from './tasks.tables.ts';
import { toSocialTask } from './tasks.wire.ts';

export interface Upload {
  taskId: number;
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  screenshot: Proof;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Stores a screenshot as a pending upload (T1, T7). The user's lock makes uploads of one user run one after another, so
 * that a task has one. The same Idempotency-Key returns the first reply, so an upload whose reply was lost is resumed.
 */
export async function uploadScreenshot(deps: Pick<Deps, 'db'>, upload: Upload): Promise<UploadReply> {
  const { taskId, viewer, screenshot, key } = upload;
  const request = {
    userId: viewer.userId,
    route: 'task/upload',
    subject: String(taskId),
    key,
    input: { screenshot: screenshot.hash.toString('hex') },
  };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, request, async () => ({ status: 200, reply: await uploadLocked(tx, upload) })),
  );
  return reply;
}

async function uploadLocked(tx: Transaction, { taskId, viewer, screenshot }: Upload): Promise<UploadReply> {
  const player = await lockPlayer(tx, viewer.userId);
  const task = await lockTask(tx, taskId);
  const last = await findLastUpload(tx, player.id, taskId);
  if (!task || task.realm !== viewer.realm || !(task.isActive || last)) throw taskNotFound();
  const attempt = nextAttempt(last);
  if (!task.isActive) throw taskNotFound();
  const [row] = await tx.orm
    .insert(taskUploads)
    .values({
      realm: task.realm,
      taskId,
      userId: player.id,
      attempt,
      taskCoins: task.taskCoinReward,
      screenshotHash: screenshot.hash,
    })
    .returning({ id: taskUploads.id });
  invariant(row, 'the insert of an upload returned no row');
  await tx.orm.insert(taskScreenshots).values({ uploadId: row.id, picture: screenshot.webp });
  await tx.orm
    .update(tasks)
    .set({ pending: sql`${tasks.pending} + 1` })
    .where(eq(tasks.id, taskId));
  // No wallet changed; the user's other devices show the new status.
  await invalidateUserRooms(tx, [player.id]);
  const own = await findOwnTask(tx, viewer, taskId);
  invariant(own, 'the task of an upload does not exist');
  return { message: 'Screenshot uploaded. It is checked within 48 hours.', task: toSocialTask(own) };
}

/** Locks the user, who is no operator (X13): the role may have changed since the request began. */
export async function lockPlayer(tx: Transaction, userId: string): Promise<{ id: string }> {
  const player = await lockUser(tx, userId);
  if (!player || player.deletedAt) throw new Refusal('SESSION_ENDED', 'Please sign in again.');
  if (player.role === 1) throw new Refusal('OPERATORS_CANNOT_PLAY', 'Operators cannot take part.');
  return player;
}
