import type { ApprovalPending, EditUserBody } from '@copup/shared/admin.ts';
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

const [PROMOTE, DEMOTE] = ['user.promote', 'user.demote'] as const;

interface RoleChange extends EditUserBody {
  userId: string;
  operatorId: string;
}

/**
 * Requests the approval of a second operator to make a player an operator, or an operator a player (S8, O3a). Operators
 * cannot change their own role. Returns undefined when the user has the role already.
 */
export async function changeRole(
  { db }: Pick<Deps, 'db'>,
  { userId, role, operatorId }: RoleChange,
): Promise<ApprovalPending | undefined> {
  return inTransaction(db, async (tx) => {
    const user = await lockOperatorAndOwner(tx, operatorId, userId);
    if (!user || user.deletedAt) throw userNotFound();
    if (user.role === role) return undefined;
    if (userId === operatorId) throw new Refusal('FORBIDDEN', 'You cannot change your own role.');
    if (role === 1) await refuseNewOperator(tx, user);
    return requestApprovalOnce(tx, {
      action: role === 1 ? PROMOTE : DEMOTE,
      subject: { kind: 'user', id: userId },
      beneficiaryId: userId,
      details: { from: user.role, to: role },
      operatorId,
      why: 'always',
    });
  });
}

/**
 * Executes a change of a role that a second operator approved; servers apply it within a second. A new operator's waiting
 * time starts now, and the requester counts as the promoter.
 */
export const rolesApproved = ({ sessions }: Pick<Deps, 'sessions'>): ApprovedActions => {
  const change = (role: 0 | 1): ApprovedAction => ({
    async apply(tx, { subject, requestedBy }) {
      const user = await lockUser(tx, subject.id);
      if (!user || user.deletedAt) throw userNotFound();
      if (user.role === role) return {};
      if (role === 1) await refuseNewOperator(tx, user);
      const promoted = role === 1 && { promotedBy: requestedBy };
      await tx.orm
        .update(users)
        .set({ role, isFirstOperator: false, ...promoted })
        .where(eq(users.id, user.id));
      await sessions.publishUserChanges(tx, [user.id]);
      return role === 1 ? { promoted_by: requestedBy } : {};
    },
    afterCommit: () => sessions.readChanges(),
  });
  return { [PROMOTE]: change(1), [DEMOTE]: change(0) };
};

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
    issues: [{ path: 'role', message: 'is not possible for this user' }],
  });
}
