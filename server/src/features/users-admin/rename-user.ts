import type { RenameUserBody } from '@copup/shared/admin.ts';
import { renameUser } from '../../accounts/change-username.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { userNotFound } from './users-admin.errors.ts';

interface Rename extends RenameUserBody {
  userId: string;
  operatorId: string;
}

/**
 * Gives a player another username, and notifies the player (X13). It counts as the player's own change, so the old name
 * cannot be taken back while it is reserved (W17). Does nothing when the player has this name already.
 */
export async function renameByOperator(
  { db, settings, sessions, notices }: Pick<Deps, 'db' | 'settings' | 'sessions' | 'notices'>,
  { userId, operatorId, username, reason }: Rename,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockOperatorAndOwner(tx, operatorId, userId);
    if (!user || user.deletedAt) throw userNotFound();
    if (user.role === 1) throw new Refusal('FORBIDDEN', 'Operators change their username themselves.');
    if (user.username === username) return;
    await renameUser(tx, settings, user, { username, now: await tx.clock() });
    const subject = { kind: 'user', id: userId };
    const change = { from: user.username, to: username, reason };
    const details = { what: 'Your username', event: 'renamed', ...change };
    await notices.write(tx, [{ userId, kind: 'security', subject, details }]);
    await sessions.publishUserChanges(tx, [userId]);
    const { realm } = user;
    await writeAudit(tx, { operatorId, action: 'user.rename', subject, realm, details: change });
  });
  await sessions.readChanges();
}
