import type { ApprovalPending, EditUserBody } from '@copup/shared/admin.ts';
import { eq } from 'drizzle-orm';
import { lockUser } from '../../accounts/users.queries.ts';
import { type UserRow, users } from '../../accounts/users.tables.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { userNotFound } from './users-admin.errors.ts';

const PROMOTE = 'user.promote';

interface RoleChange extends EditUserBody {
  userId: string;
  operatorId: string;
}

/**
 * Makes an operator a player at once; making a player an operator needs a second operator's approval (O3a) and returns
 * the request (S8). Servers apply it within a second; operators cannot change their own role.
 */
export async function changeRole(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  { userId, role, operatorId }: RoleChange,
): Promise<ApprovalPending | undefined> {
  const pending = await inTransaction(db, async (tx) => {
    const user = await lockOperatorAndOwner(tx, operatorId, userId);
    if (!user || user.deletedAt) throw userNotFound();
    if (user.role === role) return undefined;
    if (userId === operatorId) throw new Refusal('FORBIDDEN', 'You cannot change your own role.');
    const subject = { kind: 'user', id: userId };
    if (role === 1) {
      refuseLoadTestPlayer(user);
      const details = { from: 0, to: 1 };
      const request = { action: PROMOTE, subject, beneficiaryId: userId, details, operatorId };
      return requestApprovalOnce(tx, { ...request, why: 'always' });
    }
    await tx.orm.update(users).set({ role, isFirstOperator: false }).where(eq(users.id, userId));
    await sessions.publishUserChanges(tx, [userId]);
    await writeAudit(tx, { operatorId, action: 'user.role', subject, details: { from: 1, to: 0 } });
    return undefined;
  });
  await sessions.readChanges();
  return pending;
}

/**
 * Executes a promotion that a second operator approved: the waiting time starts now, and the requester counts as the
 * promoter.
 */
export const promoteApproved = ({ sessions }: Pick<Deps, 'sessions'>) => ({
  [PROMOTE]: {
    async apply(
      tx: Transaction,
      { subject, requestedBy }: { subject: { id: string }; requestedBy: string },
    ): Promise<Record<string, unknown>> {
      const user = await lockUser(tx, subject.id);
      if (!user || user.deletedAt) throw userNotFound();
      if (user.role === 1) return {};
      await tx.orm
        .update(users)
        .set({ role: 1, isFirstOperator: false, promotedBy: requestedBy })
        .where(eq(users.id, user.id));
      await sessions.publishUserChanges(tx, [user.id]);
      return { promoted_by: requestedBy };
    },
    afterCommit: () => sessions.readChanges(),
  },
});

function refuseLoadTestPlayer({ realm }: UserRow): void {
  if (realm === 0) return;
  throw new Refusal('VALIDATION_FAILED', 'A player of a load test cannot be an operator.', {
    issues: [{ path: 'role', message: 'must not be a user of a load test' }],
  });
}
