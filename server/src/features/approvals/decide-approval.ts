import type { Approval, ApprovalBlock } from '@copup/shared/admin.ts';
import type { Right } from '@copup/shared/rights.ts';
import { lockUsers } from '../../accounts/users.queries.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { approvalBlock, mayApproveFrom, rejectionBlock } from '../../operators/approval-rules.ts';
import type { ApprovedAction, ApprovedActions, LockedApproval } from '../../operators/approved-action.ts';
import { readOperators } from '../../operators/operators.queries.ts';
import { approvals } from '../../operators/operators.tables.ts';
import { freeOrRefuse } from '../../operators/queue-claims.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { rightNeeded } from '../../sessions/require-right.ts';
import { approvalNotFound, findApproval, lockApproval } from './approvals.queries.ts';
import { describeApprovals } from './describe-approval.ts';

export interface Decision {
  id: number;
  operatorId: string;
  decision: 'approved' | 'rejected';
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/** Decides a request once (O3a). Returns the decided request. */
export async function decideApproval(
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'settings'>,
  actions: ApprovedActions,
  { id, operatorId, decision, key }: Decision,
): Promise<Approval> {
  let afterCommit: ApprovedAction['afterCommit'];
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route: `admin/approvals/${decision}`, subject: String(id), key, input: {} },
      async () => {
        const approval = await lockApproval(tx, id);
        if (!approval) throw approvalNotFound();
        await freeOrRefuse(tx, 'approvals', id, operatorId);
        if (approval.status !== 'pending')
          throw new Refusal('ALREADY_DECIDED', 'This request was already decided.');
        const action = actions[approval.action];
        invariant(action, `${approval.action} is not a known action`);
        const { right } = action;
        await refuseUnlessAllowed(tx, deps, { ...approval, right }, { operatorId, decision });
        await tx.orm
          .update(approvals)
          .set({ status: decision, decidedBy: operatorId, decidedAt: sql`clock_timestamp()` })
          .where(eq(approvals.id, id));
        const outcome = decision === 'approved' ? await action.apply(tx, approval) : {};
        afterCommit = decision === 'approved' ? action.afterCommit : undefined;
        await writeAudit(tx, {
          operatorId,
          action: `${approval.action}.${decision === 'approved' ? 'approve' : 'reject'}`,
          subject: approval.subject,
          details: { ...approval.details, ...outcome, approval_id: id },
        });
        const decided = await findApproval(tx, id);
        const [reply] = await describeApprovals(tx, deps, actions, decided ? [decided] : [], operatorId);
        if (!reply) throw approvalNotFound();
        return { status: 200, reply };
      },
    ),
  );
  await afterCommit?.();
  return reply;
}

/** Decides by locked rows, so that a role removed meanwhile is respected. */
async function refuseUnlessAllowed(
  tx: Transaction,
  { config, settings }: Pick<Deps, 'config' | 'settings'>,
  approval: LockedApproval & { right: Right },
  { operatorId, decision }: Pick<Decision, 'operatorId' | 'decision'>,
): Promise<void> {
  const { requestedBy, beneficiaryId } = approval;
  const locked = await lockUsers(tx, [operatorId, requestedBy, beneficiaryId ?? requestedBy]);
  if (locked.get(operatorId)?.role !== 1) throw refusalFor('FORBIDDEN', approval);
  const operators = await readOperators(tx);
  if (decision === 'rejected') {
    const block = rejectionBlock(approval, operatorId, operators);
    if (block) throw refusalFor(block, approval);
    return;
  }
  const hours = await settings.read(tx, 'newOperatorWaitHours');
  const block = approvalBlock(approval, operatorId, operators, {
    now: await tx.clock(),
    hours,
    comparesDevices: config.isProduction,
  });
  const decider = operators.get(operatorId);
  if (block) throw refusalFor(block, approval, decider && mayApproveFrom(decider, hours));
}

const blockTexts: Record<Exclude<ApprovalBlock, 'RIGHT_NEEDED'>, string> = {
  OWN_REQUEST: 'Another operator has to decide what you requested.',
  OWN_BENEFIT: 'This request concerns your own account. Another operator has to decide it.',
  SAME_PROMOTION:
    'One of you made the other an operator, so an operator outside that promotion chain must decide.',
  SAME_DEVICE: 'You and the requester signed in on the same device within 30 days.',
  TOO_NEW_TO_APPROVE: 'You became an operator too recently to approve requests.',
  REQUESTER_NOT_OPERATOR: 'The requester is no longer an operator with this right. It can only be rejected.',
  FORBIDDEN: 'This is for operators.',
};

function refusalFor(block: ApprovalBlock, { right }: { right: Right }, mayFrom?: Date): Refusal {
  if (block === 'RIGHT_NEEDED') return rightNeeded(right);
  const isNew = block === 'TOO_NEW_TO_APPROVE' && mayFrom;
  return new Refusal(block, blockTexts[block], isNew ? { details: { from: mayFrom.toISOString() } } : {});
}
