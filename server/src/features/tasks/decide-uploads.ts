import type { DecideUploadsReply } from '@copup/shared/tasks.ts';
import { inArray, sql } from 'drizzle-orm';
import { lockUsers } from '../../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { findOwnWalletRefusal } from '../../operators/operator-moves.ts';
import { readOperators } from '../../operators/operators.queries.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { rewardTransfer } from './reward-transfer.ts';
import { uploadNotFound, wrongUploadStatus } from './tasks.errors.ts';
import { findUploads, lockTasks, lockUploads } from './tasks.queries.ts';
import { type TaskRow, tasks, taskUploads, type UploadRow } from './tasks.tables.ts';

type DecideDeps = Pick<Deps, 'db' | 'newId' | 'notices'>;

/** An approval, or with a reason a rejection. */
export interface Decision {
  ids: readonly number[];
  operatorId: string;
  reason?: string;
  /** The end of a load test also rejects when its creator is no operator any more. */
  endsRealm?: true;
}

interface Decided {
  decided: number[];
  refused: Map<number, Refusal>;
}

/** Decides one upload, once (T1). Throws the refusal. The same Idempotency-Key repeats without effect. */
export async function decideUpload(
  deps: DecideDeps,
  { id, operatorId, reason }: { id: number; operatorId: string; reason?: string },
  key: string | undefined,
): Promise<void> {
  const route = `admin/task-uploads/${reason === undefined ? 'approve' : 'reject'}`;
  await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route, subject: String(id), key, input: { reason } },
      async () => {
        const { refused } = await decideWithin(tx, deps, {
          ids: [id],
          operatorId,
          ...(reason !== undefined && { reason }),
        });
        const refusal = refused.get(id);
        if (refusal) throw refusal;
        return { status: 200, reply: null };
      },
    ),
  );
}

/** Decides several uploads in one transaction. Those that cannot be decided are returned with the reason. */
export async function decideUploads(
  deps: DecideDeps,
  decision: Decision,
  key: string | undefined,
): Promise<DecideUploadsReply> {
  const { operatorId, reason } = decision;
  const ids = [...new Set(decision.ids)];
  const route = `admin/task-uploads/${reason === undefined ? 'approve' : 'reject'}`;
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { userId: operatorId, route, subject: '', key, input: { ids, reason } }, async () => {
      const { decided, refused } = await decideWithin(tx, deps, { ...decision, ids });
      const refusals = [...refused].map(([id, { code, message }]) => ({ id, code, message }));
      return { status: 200, reply: { decided, refused: refusals } };
    }),
  );
  return reply;
}

/**
 * Locks the operator and the users, then the tasks, then the uploads, and decides those that are pending: of two
 * operators at once, the second is refused. An approval issues the task coins of the upload.
 */
export async function decideWithin(tx: Transaction, deps: DecideDeps, decision: Decision): Promise<Decided> {
  const { ids, operatorId, reason, endsRealm } = decision;
  const found = await findUploads(tx, ids);
  const people = await lockUsers(tx, [operatorId, ...found.map(({ userId }) => userId)]);
  if (!endsRealm && people.get(operatorId)?.role !== 1)
    throw new Refusal('FORBIDDEN', 'This is for operators.');
  const taskOf = await lockTasks(
    tx,
    found.map(({ taskId }) => taskId),
  );
  const locked = new Map((await lockUploads(tx, ids)).map((upload) => [upload.id, upload]));
  const operators = reason === undefined ? await readOperators(tx) : new Map();
  const refused = new Map<number, Refusal>();
  const uploads: UploadRow[] = [];
  for (const id of ids) {
    const upload = locked.get(id);
    const refusal = !upload
      ? uploadNotFound()
      : upload.status !== 'pending'
        ? wrongUploadStatus(upload.status)
        : reason === undefined
          ? findOwnWalletRefusal(operatorId, upload.userId, operators)
          : undefined;
    if (refusal) refused.set(id, refusal);
    else if (upload) uploads.push(upload);
  }
  if (uploads.length > 0) {
    await writeDecisions(tx, uploads, decision);
    if (reason === undefined) await pay(tx, deps, uploads);
    await notify(tx, deps, uploads, taskOf, reason);
  }
  return { decided: uploads.map(({ id }) => id), refused };
}

async function writeDecisions(
  tx: Transaction,
  uploads: readonly UploadRow[],
  { operatorId, reason }: Decision,
): Promise<void> {
  const status = reason === undefined ? 'approved' : 'rejected';
  await tx.orm
    .update(taskUploads)
    .set({ status, decidedAt: sql`clock_timestamp()`, decidedBy: operatorId, reason: reason ?? null })
    .where(
      inArray(
        taskUploads.id,
        uploads.map(({ id }) => id),
      ),
    );
  for (const [taskId, count] of countByTask(uploads)) {
    await tx.orm
      .update(tasks)
      .set({ pending: sql`${tasks.pending} - ${count}`, [status]: sql`${tasks[status]} + ${count}` })
      .where(inArray(tasks.id, [taskId]));
  }
  for (const { id, taskCoins } of uploads) {
    const details = reason === undefined ? { task_coin: taskCoins } : { reason };
    const action = reason === undefined ? 'task-upload.approve' : 'task-upload.reject';
    await writeAudit(tx, { operatorId, action, subject: uploadSubject(id), details });
  }
}

function countByTask(uploads: readonly UploadRow[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { taskId } of uploads) counts.set(taskId, (counts.get(taskId) ?? 0) + 1);
  return counts;
}

async function pay(tx: Transaction, { newId }: DecideDeps, uploads: readonly UploadRow[]): Promise<void> {
  await postTransfers(
    tx,
    uploads.map(({ id, realm, userId, taskCoins }) => {
      const subject = uploadSubject(id);
      return rewardTransfer({ id: newId(), realm, subject, key: `${subject.kind}:${id}`, userId, taskCoins });
    }),
  );
}

async function notify(
  tx: Transaction,
  { notices }: DecideDeps,
  uploads: readonly UploadRow[],
  taskOf: ReadonlyMap<number, TaskRow>,
  reason: string | undefined,
): Promise<void> {
  await notices.write(
    tx,
    uploads.map(({ id, userId, taskId, taskCoins }) => ({
      userId,
      kind: 'task' as const,
      subject: uploadSubject(id),
      details: {
        status: reason === undefined ? 'approved' : 'rejected',
        name: taskOf.get(taskId)?.title ?? '',
        task_id: taskId,
        task_coin: taskCoins,
        reason: reason ?? null,
      },
    })),
  );
}

const uploadSubject = (id: number) => ({ kind: 'task-upload', id: String(id) });
