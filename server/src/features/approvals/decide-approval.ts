import { writeAudit } from '../../audit-log/write-audit.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { type LockedApproval, lockApproval } from './approvals.queries.ts';

/**
 * What an approved action does, by its name; given by whoever composes the features. Runs in the transaction of the
 * approval, under its lock, and returns what the audit log is to say of it. A refusal leaves the approval pending.
 */
export type ApprovedActions = Readonly<
  Record<string, (tx: Transaction, approval: LockedApproval) => Promise<Record<string, unknown>>>
>;

export interface Decision {
  id: number;
  operatorId: string;
  decision: 'approved' | 'rejected';
}

/** O3: a second operator decides, once; never who requested it. */
export async function decideApproval(
  { db }: Pick<Deps, 'db'>,
  actions: ApprovedActions,
  { id, operatorId, decision }: Decision,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const approval = await lockApproval(tx, id);
    if (!approval) throw approvalNotFound();
    if (approval.status !== 'pending') throw new Refusal('ALREADY_DECIDED', 'This was decided already.');
    if (approval.requestedBy === operatorId) {
      throw new Refusal('OWN_REQUEST', 'Another operator has to decide what you requested.');
    }
    await tx.client.query(
      'UPDATE approvals SET status = $2, decided_by = $3, decided_at = clock_timestamp() WHERE id = $1',
      [id, decision, operatorId],
    );
    const act = actions[approval.action];
    invariant(act, `somebody knows how to do ${approval.action}`);
    const outcome = decision === 'approved' ? await act(tx, approval) : {};
    await writeAudit(tx, {
      operatorId,
      action: `${approval.action}.${decision === 'approved' ? 'approve' : 'reject'}`,
      subject: approval.subject,
      details: { ...approval.details, ...outcome, approval_id: id },
    });
  });
}

export const approvalNotFound = () => new Refusal('APPROVAL_NOT_FOUND', 'There is no such request.');
