import type { EditTaskBody, NewTaskBody } from '@copup/shared/tasks.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { assertOpenRealm } from '../../subjects/write-subject.ts';
import { taskNotFound } from './tasks.errors.ts';
import { lockTask } from './tasks.queries.ts';
import { type TaskRow, tasks } from './tasks.tables.ts';

type Edit = z.output<typeof EditTaskBody>;
type Draft = Pick<TaskRow, 'title' | 'description' | 'taskCoinReward' | 'urlLink' | 'isActive'>;

/** Creates a social task. Returns its id. The demo has no operator. */
export async function createTask(
  { db }: Pick<Deps, 'db'>,
  operatorId: string | null,
  { realm, ...body }: z.output<typeof NewTaskBody>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await assertOpenRealm(tx, realm);
    const [row] = await tx.orm
      .insert(tasks)
      .values({ ...(toDraft(body) as Draft), realm })
      .returning({ id: tasks.id });
    invariant(row, 'the insert of a task returned no row');
    if (operatorId !== null) {
      const subject = taskSubject(row.id);
      await writeAudit(tx, { operatorId, action: 'task.create', subject, details: { realm, ...body } });
    }
    return row.id;
  });
}

/** Changes the given fields of a task. Uploads keep their reward. */
export async function editTask(
  { db }: Pick<Deps, 'db'>,
  { id, operatorId }: { id: number; operatorId: string },
  body: Edit,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockTask(tx, id))) throw taskNotFound();
    await tx.orm
      .update(tasks)
      .set({ ...toDraft(body), updatedAt: sql`clock_timestamp()` })
      .where(eq(tasks.id, id));
    await writeAudit(tx, { operatorId, action: 'task.edit', subject: taskSubject(id), details: body });
  });
}

/** Converts the fields that are present. */
function toDraft(body: Edit): Partial<Draft> {
  const draft = {
    title: body.title,
    description: body.description,
    taskCoinReward: body.task_coin_reward,
    urlLink: body.urlLink,
    isActive: body.is_active,
  };
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}

const taskSubject = (id: number) => ({ kind: 'task', id: String(id) });
