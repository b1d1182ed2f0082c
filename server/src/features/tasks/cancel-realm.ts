import { and, eq } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { realms } from '../../subjects/subjects.tables.ts';
import { decideWithin } from './decide-uploads.ts';
import { referralTasks, tasks, taskUploads } from './tasks.tables.ts';

/** Uploads of one transaction. */
const CHUNK = 100;

/** Closes the tasks of a load test's realm, rejects its pending uploads and deletes its pictures (O5). Idempotent. */
export const cancelTasksOf =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>) =>
  async (realm: number): Promise<void> => {
    const { db } = deps;
    const [found] = await db.orm.select().from(realms).where(eq(realms.id, realm));
    const operatorId = found?.createdBy;
    if (!operatorId) return;
    await db.orm.update(tasks).set({ isActive: false }).where(eq(tasks.realm, realm));
    await db.orm.update(referralTasks).set({ isActive: false }).where(eq(referralTasks.realm, realm));
    for (;;) {
      const pending = await db.orm
        .select({ id: taskUploads.id })
        .from(taskUploads)
        .where(and(eq(taskUploads.realm, realm), eq(taskUploads.status, 'pending')))
        .orderBy(taskUploads.id)
        .limit(CHUNK);
      if (pending.length === 0) break;
      const ids = pending.map(({ id }) => id);
      await inTransaction(db, (tx) =>
        decideWithin(tx, deps, { ids, operatorId, reason: 'The load test ended.', endsRealm: true }),
      );
    }
    while ((await deletePictures(deps, realm)) === CHUNK);
  };

async function deletePictures({ db }: Pick<Deps, 'db'>, realm: number): Promise<number> {
  const { rowCount } = await db.pool.query({
    name: 'delete-task-screenshots-of-realm',
    text: `DELETE FROM task_screenshots WHERE upload_id = ANY(ARRAY(
      SELECT s.upload_id FROM task_uploads u JOIN task_screenshots s ON s.upload_id = u.id
      WHERE u.realm = $1 ORDER BY s.upload_id LIMIT ${CHUNK}))`,
    values: [realm],
  });
  return rowCount ?? 0;
}
