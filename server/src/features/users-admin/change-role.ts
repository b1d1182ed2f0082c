import type { ApprovalPending, EditUserBody } from '@copup/shared/admin.ts';
import { usersAdminCalls } from '@copup/shared/calls/users-admin.ts';
import type { OperatorRole } from '@copup/shared/rights.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { type UserRow, users } from '../../accounts/users.tables.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { ApprovedAction, ApprovedActions } from '../../operators/approved-action.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { userNotFound } from './users-admin.errors.ts';
import { isTrader } from './users-admin.queries.ts';

const [PROMOTE, DEMOTE, CHANGE] = ['user.promote', 'user.demote', 'user.role'] as const;

interface RoleChange extends EditUserBody {
  userId: string;
  operatorId: string;
}

/**
 * Requests the approval of a second owner to make a player an operator, to give an operator another role, or to make an
 * operator a player (S8, O3a). Operators cannot change their own role, so an owner always remains. Returns undefined when
 * the user has the role already.
 */
export async function changeRole(
  { db }: Pick<Deps, 'db'>,
  { userId, operator_role: to, operatorId }: RoleChange,
): Promise<ApprovalPending | undefined> {
  return inTransaction(db, async (tx) => {
    const user = await lockOperatorAndOwner(tx, operatorId, userId);
    if (!user || user.deletedAt) throw userNotFound();
    const from = user.operatorRole;
    if (from === to) return undefined;
    if (userId === operatorId) throw new Refusal('FORBIDDEN', 'You cannot change your own role.');
    if (from === null) await refuseNewOperator(tx, user);
    return requestApprovalOnce(tx, {
      action: to === null ? DEMOTE : from === null ? PROMOTE : CHANGE,
      subject: { kind: 'user', id: userId },
      beneficiaryId: userId,
      details: { from, to },
      operatorId,
      why: 'always',
    });
  });
}

/**
 * Executes a change of a role that a second owner approved; servers apply it within a second. The waiting time of a new
 * role starts now, and the requester counts as the promoter.
 */
export const rolesApproved = ({ sessions }: Pick<Deps, 'sessions'>): ApprovedActions => {
  const change: ApprovedAction = {
    right: usersAdminCalls.calls['PUT /:id'].right,
    async apply(tx, { action, subject, details, requestedBy }) {
      const user = await lockUser(tx, subject.id);
      if (!user || user.deletedAt) throw userNotFound();
      const operatorRole = action === DEMOTE ? null : roleOf(details.to);
      if (user.operatorRole === operatorRole) return {};
      if (operatorRole !== null && user.operatorRole === null) await refuseNewOperator(tx, user);
      const promoted = operatorRole !== null && { promotedBy: requestedBy };
      await tx.orm
        .update(users)
        .set({ role: operatorRole === null ? 0 : 1, operatorRole, isFirstOperator: false, ...promoted })
        .where(eq(users.id, user.id));
      await sessions.publishUserChanges(tx, [user.id]);
      return operatorRole === null ? {} : { promoted_by: requestedBy };
    },
    afterCommit: () => sessions.readChanges(),
  };
  return { [PROMOTE]: change, [DEMOTE]: change, [CHANGE]: change };
};

/** Requests of earlier versions asked for an operator of the only kind, which had all rights. */
const roleOf = (to: unknown): OperatorRole => (to === 1 ? 'owner' : (to as OperatorRole));

/** Refuses players of load tests, and who sells coins (W16). */
async function refuseNewOperator(tx: Transaction, { id, realm }: UserRow): Promise<void> {
  const who =
    realm !== 0
      ? 'A player of a load test'
      : (await isTrader(tx, id))
        ? 'A user who is linked to a trader'
        : undefined;
  if (who === undefined) return;
  throw new Refusal('VALIDATION_FAILED', `${who} cannot be an operator.`, {
    issues: [{ path: 'operator_role', message: 'is not possible for this user' }],
  });
}
