import type { UploadStatus } from '@copup/shared/tasks.ts';
import type { Database } from '../../db/database.ts';
import { and, desc, eq, inArray } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { type TaskRow, taskScreenshots, tasks, taskUploads, type UploadRow } from './tasks.tables.ts';

type Source = Database | Transaction;
type Player = Pick<Viewer, 'userId' | 'realm'>;

/** A task with the user's last upload of it; without one, the fields of the upload are null. */
export interface OwnTask {
  id: number;
  title: string;
  description: string;
  taskCoinReward: number;
  urlLink: string;
  attempt: number | null;
  taskCoins: number | null;
  status: UploadStatus | null;
  reason: string | null;
  uploadedAt: Date | null;
  decidedAt: Date | null;
  hasPicture: boolean;
}

const ownTask = `t.id, t.title, t.description, t.task_coin_reward AS "taskCoinReward", t.url_link AS "urlLink", u.attempt,
  u.task_coins AS "taskCoins", u.status, u.reason, u.created_at AS "uploadedAt", u.decided_at AS "decidedAt",
  EXISTS (SELECT FROM task_screenshots s WHERE s.upload_id = u.id) AS "hasPicture"`;
const withUpload = `LEFT JOIN LATERAL (SELECT * FROM task_uploads l WHERE l.task_id = t.id AND l.user_id = $1
  ORDER BY l.attempt DESC LIMIT 1) AS u ON true`;

const newest = newestFirst('id');
const newestUpload = newestFirst('task_id');

/** Lists the active tasks and those with a pending upload of the user, newest first. */
export async function listTasks(
  source: Source,
  { userId, realm }: Player,
  page: PageQuery,
): Promise<Page<OwnTask>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<OwnTask>({
    name: 'tasks-list',
    text: `WITH keys AS (
        (SELECT id FROM tasks WHERE realm = $2 AND is_active AND ${newest.page(3)})
        UNION
        (SELECT task_id FROM task_uploads WHERE user_id = $1 AND status = 'pending' AND ${newestUpload.page(3)})
        ORDER BY id DESC LIMIT $3
      )
      SELECT ${ownTask} FROM keys JOIN tasks t USING (id) ${withUpload} ORDER BY t.id DESC`,
    values: [userId, realm, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}

/** Finds a task of the user's realm that is active, or of which the user has an upload. */
export async function findOwnTask(
  source: Source,
  { userId, realm }: Player,
  id: number,
): Promise<OwnTask | undefined> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<OwnTask>({
    name: 'task-of-user',
    text: `SELECT ${ownTask} FROM tasks t ${withUpload}
      WHERE t.id = $2 AND t.realm = $3 AND (t.is_active OR u.id IS NOT NULL)`,
    values: [userId, id, realm],
  });
  return rows[0];
}

/** Locks the task: its reward and counts. Lock users before, uploads and wallets after. */
export async function lockTask(tx: Transaction, id: number): Promise<TaskRow | undefined> {
  return (await lockTasks(tx, [id])).get(id);
}

/** Locks tasks in the order of their ids. Unknown ids are absent. */
export async function lockTasks(tx: Transaction, ids: readonly number[]): Promise<Map<number, TaskRow>> {
  const rows = await tx.orm
    .select()
    .from(tasks)
    .where(inArray(tasks.id, [...new Set(ids)]))
    .orderBy(tasks.id)
    .for('no key update');
  return new Map(rows.map((task) => [task.id, task]));
}

/** Finds the user's last upload of a task. Lock the user before, under whose lock all of them are inserted. */
export async function findLastUpload(
  tx: Transaction,
  userId: string,
  taskId: number,
): Promise<UploadRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(taskUploads)
    .where(and(eq(taskUploads.taskId, taskId), eq(taskUploads.userId, userId)))
    .orderBy(desc(taskUploads.attempt))
    .limit(1);
  return row;
}

/** Finds uploads without locks, in any order. */
export async function findUploads(source: Source, ids: readonly number[]): Promise<UploadRow[]> {
  return source.orm
    .select()
    .from(taskUploads)
    .where(inArray(taskUploads.id, [...ids]));
}

/** Locks the uploads in the order of their ids. Lock users and tasks before. */
export async function lockUploads(tx: Transaction, ids: readonly number[]): Promise<UploadRow[]> {
  return tx.orm
    .select()
    .from(taskUploads)
    .where(inArray(taskUploads.id, [...ids]))
    .orderBy(taskUploads.id)
    .for('no key update');
}

/** Finds the picture of an upload; undefined once it was erased. */
export async function findPicture(db: Database, uploadId: number): Promise<Buffer | undefined> {
  const [row] = await db.orm
    .select({ picture: taskScreenshots.picture })
    .from(taskScreenshots)
    .where(eq(taskScreenshots.uploadId, uploadId));
  return row?.picture;
}

/** Finds the picture of the user's last upload of a task. */
export async function findOwnPicture(
  db: Database,
  userId: string,
  taskId: number,
): Promise<Buffer | undefined> {
  const [row] = await db.orm
    .select({ picture: taskScreenshots.picture })
    .from(taskUploads)
    .leftJoin(taskScreenshots, eq(taskScreenshots.uploadId, taskUploads.id))
    .where(and(eq(taskUploads.taskId, taskId), eq(taskUploads.userId, userId)))
    .orderBy(desc(taskUploads.attempt))
    .limit(1);
  return row?.picture ?? undefined;
}
