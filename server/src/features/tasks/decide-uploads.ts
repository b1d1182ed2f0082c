import type { ApprovalPending } from '@copup/shared/admin.ts';
import { uploadsAdminCalls } from '@copup/shared/calls/tasks.ts';
import type { DecidedSeveral } from '@copup/shared/decided-several.ts';
import { lockUsers } from '../../accounts/users.queries.ts';
import { eq, inArray, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import type { Operators } from '../../operators/approval-rules.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { decideOnce } from '../../operators/decide-once.ts';
import {
  findApprovalReason,
  findOwnWalletRefusal,
  noteOperatorMove,
} from '../../operators/operator-moves.ts';
import { readOperators } from '../../operators/operators.queries.ts';
import { freeDecided } from '../../operators/queue-claims.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { rewardTransfer } from './reward-transfer.ts';
import { worthOf } from './task-rules.ts';
import { uploadNotFound, wrongUploadStatus } from './tasks.errors.ts';
import { findUploads, lockTasks, lockUploads } from './tasks.queries.ts';
import { type TaskRow, tasks, taskUploads, type UploadRow } from './tasks.tables.ts';

type DecideDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

const APPROVE = 'task-upload.approve';

/** An approval, or with a reason a rejection. */
export interface Decision {
  ids: readonly number[];
  operatorId: string;
  reason?: string | undefined;
  /** The end of a load test also rejects when its creator is no operator any more. */
  endsRealm?: true;
}

interface Decided {
  decided: number[];
  /** Requests for a second operator, by the upload. */
  requested: Map<number, ApprovalPending>;
  refused: Map<number, Refusal>;
}

const routeOf = (reason: string | undefined) =>
  `admin/task-uploads/${reason === undefined ? 'approve' : 'reject'}`;

/**
 * Decides one upload, once (T1). Returns the request when its reward needs a second operator (O3a); throws the refusal.
 * The same Idempotency-Key repeats without effect.
 */
export function decideUpload(
  deps: DecideDeps,
  { id, operatorId, reason, key }: Omit<Decision, 'ids'> & { id: number; key?: string | undefined },
): Promise<ApprovalPending | undefined> {
  const request = { userId: operatorId, route: routeOf(reason), subject: String(id), key, input: { reason } };
  return decideOnce(deps, request, async (tx) => {
    const { refused, requested } = await decideWithin(tx, deps, { ids: [id], operatorId, reason });
    const refusal = refused.get(id);
    if (refusal) throw refusal;
    return requested.get(id);
  });
}

/**
 * Decides several uploads in one transaction, each checked and counted on its own. Those that need a second operator
 * (O3a) are requested; those that cannot be decided are returned with the reason.
 */
export async function decideUploads(
  deps: DecideDeps,
  decision: Decision,
  key: string | undefined,
): Promise<DecidedSeveral> {
  const { operatorId, reason } = decision;
  const ids = [...new Set(decision.ids)];
  const request = { userId: operatorId, route: routeOf(reason), subject: '', key, input: { ids, reason } };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, request, async () => {
      const { decided, refused, requested } = await decideWithin(tx, deps, { ...decision, ids });
      const refusals = [...refused].map(([id, { code, message }]) => ({ id, code, message }));
      const requests = [...requested].map(([id, { approval_id }]) => ({ id, approval_id }));
      return { status: 200, reply: { decided, requested: requests, refused: refusals } };
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
  const operators: Operators = reason === undefined ? await readOperators(tx) : new Map();
  const refused = endsRealm ? new Map() : await freeDecided(tx, 'task-uploads', ids, operatorId);
  const requested = new Map<number, ApprovalPending>();
  const uploads: UploadRow[] = [];
  for (const id of ids.filter((each) => !refused.has(each))) {
    try {
      const upload = assertPending(locked.get(id));
      const pending =
        reason === undefined ? await countOrRequest(tx, deps, operatorId, upload, operators) : undefined;
      if (pending) requested.set(id, pending);
      else uploads.push(upload);
    } catch (error) {
      // The other uploads are decided.
      if (!(error instanceof Refusal)) throw error;
      refused.set(id, error);
    }
  }
  if (uploads.length > 0) {
    await writeDecisions(tx, uploads, decision);
    if (reason === undefined) await pay(tx, deps, uploads);
    await notify(tx, deps, uploads, taskOf, reason);
  }
  return { decided: uploads.map(({ id }) => id), requested, refused };
}

function assertPending(upload: UploadRow | undefined): UploadRow {
  if (!upload) throw uploadNotFound();
  if (upload.status !== 'pending') throw wrongUploadStatus(upload.status);
  return upload;
}

/** Counts the reward of an upload as a move of the operator, or requests the approval of a second one (O3a). */
async function countOrRequest(
  tx: Transaction,
  deps: DecideDeps,
  operatorId: string,
  { id, userId, realm, taskCoins }: UploadRow,
  operators: Operators,
): Promise<ApprovalPending | undefined> {
  const refusal = findOwnWalletRefusal(operatorId, userId, operators);
  if (refusal) throw refusal;
  const amount = worthOf(taskCoins, await deps.settings.read(tx, 'taskCoinRate'));
  const move = { operatorId, user: { id: userId, realm }, amount, isCredit: true };
  const why = await findApprovalReason(tx, deps, move);
  if (why) {
    const details = { task_coin: taskCoins, bid_points: amount };
    const request = { action: APPROVE, subject: uploadSubject(id), beneficiaryId: userId, why, operatorId };
    return requestApprovalOnce(tx, { ...request, details });
  }
  await noteOperatorMove(tx, move, deps.newId());
  return undefined;
}

/** Executes the approval of an upload that a second operator confirmed. The first operator's name stays with it. */
export const uploadsApproved = (deps: Pick<Deps, 'newId' | 'notices'>): ApprovedActions => ({
  [APPROVE]: {
    right: uploadsAdminCalls.calls['POST /:id/approve'].right,
    async apply(tx, { subject, requestedBy }) {
      const [found] = await findUploads(tx, [Number(subject.id)]);
      if (!found) throw uploadNotFound();
      const taskOf = await lockTasks(tx, [found.taskId]);
      const upload = assertPending((await lockUploads(tx, [found.id]))[0]);
      await writeDecisions(tx, [upload], { ids: [upload.id], operatorId: requestedBy });
      await pay(tx, deps, [upload]);
      await notify(tx, deps, [upload], taskOf, undefined);
      return {};
    },
  },
});

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
  for (const [taskId, { length }] of Map.groupBy(uploads, (upload) => upload.taskId)) {
    await tx.orm
      .update(tasks)
      .set({ pending: sql`${tasks.pending} - ${length}`, [status]: sql`${tasks[status]} + ${length}` })
      .where(eq(tasks.id, taskId));
  }
  for (const { id, realm, taskCoins } of uploads) {
    const details = reason === undefined ? { task_coin: taskCoins } : { reason };
    const action = reason === undefined ? APPROVE : 'task-upload.reject';
    await writeAudit(tx, { operatorId, action, subject: uploadSubject(id), realm, details });
  }
}

async function pay(
  tx: Transaction,
  { newId }: Pick<Deps, 'newId'>,
  uploads: readonly UploadRow[],
): Promise<void> {
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
  { notices }: Pick<Deps, 'notices'>,
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
