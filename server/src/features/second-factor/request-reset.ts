import type { ApprovalPending } from '@copup/shared/admin.ts';
import { secondFactorAdminCalls } from '@copup/shared/calls/second-factor.ts';
import { findUser } from '../../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { findFactor } from '../../second-factor/second-factor.queries.ts';
import { noSecondFactor } from '../../second-factor/try-factor.ts';
import { resetFactor } from './reset-factor.ts';

const ACTION = 'second-factor.reset';

interface ResetRequest {
  userId: string;
  operatorId: string;
  reason: string;
}

/** Requests the reset of another operator's lost factor (S8a). A second operator has to approve it. */
export async function requestFactorReset(
  { db }: Pick<Deps, 'db'>,
  { userId, operatorId, reason }: ResetRequest,
): Promise<ApprovalPending> {
  return inTransaction(db, async (tx) => {
    const user = await lockOperatorAndOwner(tx, operatorId, userId);
    if (!user || user.deletedAt) throw new Refusal('USER_NOT_FOUND', 'User not found.');
    if (userId === operatorId)
      throw new Refusal('OWN_BENEFIT', 'Disable your own factor with one of its codes.');
    if (!(await findFactor(tx, userId))) throw noSecondFactor();
    return requestApprovalOnce(tx, {
      action: ACTION,
      subject: { kind: 'user', id: userId },
      beneficiaryId: userId,
      why: 'always',
      details: { reason },
      operatorId,
    });
  });
}

/** Executes a reset that a second operator approved. */
export const factorResetApproved = (deps: Pick<Deps, 'sessions' | 'mail'>) => ({
  [ACTION]: {
    right: secondFactorAdminCalls.calls['POST /admin/users/:id/reset-second-factor'].right,
    async apply(tx: Transaction, { subject }: { subject: { id: string } }): Promise<Record<string, unknown>> {
      const user = await findUser(tx, subject.id);
      if (!user) throw new Refusal('USER_NOT_FOUND', 'User not found.');
      await resetFactor(tx, deps, user);
      return {};
    },
    afterCommit: () => deps.sessions.readChanges(),
  },
});
