import { eq } from 'drizzle-orm';
import { lockUser } from '../../accounts/users.queries.ts';
import { users } from '../../accounts/users.tables.ts';
import { writeAudit } from '../../audit-log/write-audit.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { userNotFound } from './users-admin.errors.ts';

/** S8: makes an operator, or a player again. Servers know within a second; nobody takes their own role away. */
export async function changeRole(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  { userId, role, operatorId }: { userId: string; role: 0 | 1; operatorId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.deletedAt) throw userNotFound();
    if (user.role === role) return;
    if (userId === operatorId) throw new Refusal('FORBIDDEN', 'You cannot change your own role.');
    if (user.realm !== 0) {
      throw new Refusal('VALIDATION_FAILED', 'A player of a load test cannot be an operator.', {
        issues: [{ path: 'role', message: 'is for users of the real world' }],
      });
    }
    await tx.orm.update(users).set({ role }).where(eq(users.id, userId));
    await sessions.tellUsersChanged(tx, [userId]);
    await writeAudit(tx, {
      operatorId,
      action: 'user.role',
      subject: { kind: 'user', id: userId },
      details: { from: user.role, to: role },
    });
  });
  await sessions.readChanges();
}
