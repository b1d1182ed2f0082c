import type { ApprovalPending, ApprovalReason } from '@copup/shared/admin.ts';
import { lockText } from '../db/advisory-locks.ts';
import { and, eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { hashInput } from '../db/with-stored-reply.ts';
import { invariant, Refusal } from '../errors.ts';
import type { Subject } from '../subject.ts';
import { approvals } from './operators.tables.ts';
import { writeAudit } from './write-audit.ts';

export interface ApprovalRequest {
  /** The name of the action to run once it is approved. */
  action: string;
  subject: Subject;
  beneficiaryId: string | null;
  why: ApprovalReason;
  /** JSON values: everything the approved action needs, as it was requested. */
  details: Record<string, unknown>;
  operatorId: string;
  /** The name of a detail: requests about one subject that differ in it are different requests. */
  distinctBy?: string;
}

/** Stores a request for a second operator; nothing else happens until it is approved. Audited. */
export async function requestApproval(tx: Transaction, request: ApprovalRequest): Promise<ApprovalPending> {
  const { action, subject, beneficiaryId, why, details, operatorId } = request;
  const [stored] = await tx.orm
    .insert(approvals)
    .values({
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      details,
      requestedBy: operatorId,
      why,
      beneficiaryId,
    })
    .returning({ id: approvals.id });
  invariant(stored, 'the insert of an approval request returned no row');
  const { id } = stored;
  await writeAudit(tx, {
    operatorId,
    action: `${action}.request`,
    subject,
    details: { ...details, why, approval_id: id },
  });
  return pendingReply(id);
}

/**
 * Does the same for an action that can be pending only once for its subject. Repeating the same request returns the
 * first reply; a request by another operator, or with other details, is refused with ALREADY_REQUESTED.
 */
export async function requestApprovalOnce(
  tx: Transaction,
  request: ApprovalRequest,
): Promise<ApprovalPending> {
  const { action, subject, details, operatorId, distinctBy } = request;
  await lockText(tx, 'approvals-lock-subject', JSON.stringify([action, subject.kind, subject.id]));
  const [pending] = await tx.orm
    .select({ id: approvals.id, requestedBy: approvals.requestedBy, details: approvals.details })
    .from(approvals)
    .where(
      and(
        eq(approvals.status, 'pending'),
        eq(approvals.action, action),
        eq(approvals.subjectKind, subject.kind),
        eq(approvals.subjectId, subject.id),
        distinctBy === undefined
          ? undefined
          : sql`${approvals.details} -> ${distinctBy} = ${JSON.stringify(details[distinctBy])}::jsonb`,
      ),
    );
  if (!pending) return requestApproval(tx, request);
  const isSame = pending.requestedBy === operatorId && hashInput(pending.details).equals(hashInput(details));
  if (isSame) return pendingReply(pending.id);
  throw new Refusal('ALREADY_REQUESTED', 'A request about this is waiting for approval already.', {
    details: { approval_id: pending.id },
  });
}

const pendingReply = (id: number): ApprovalPending => ({
  message: 'A second operator has to approve this',
  status: 'pending',
  approval_id: id,
});
