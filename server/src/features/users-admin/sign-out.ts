import type { SignOutBody } from '@copup/shared/admin.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { userNotFound } from './users-admin.errors.ts';

interface SignOut extends SignOutBody {
  userId: string;
  operatorId: string;
}

/**
 * Ends one session of a player, or all, on every server within a second, open sockets included (S3a). Audited. Throws
 * NOT_FOUND when the named session has ended already.
 */
export async function signOut(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  { userId, operatorId, session_id: sessionId, reason }: SignOut,
): Promise<number> {
  const ended = await inTransaction(db, async (tx) => {
    const user = await lockOperatorAndOwner(tx, operatorId, userId);
    if (!user || user.deletedAt) throw userNotFound();
    if (user.role === 1) throw new Refusal('FORBIDDEN', 'Operators sign out their devices themselves.');
    const one = sessionId === undefined ? {} : { sessionId };
    const count = await sessions.end(tx, { userId, ...one, reason: 'ended by an operator' });
    if (count === 0 && sessionId !== undefined)
      throw new Refusal('NOT_FOUND', 'This device is signed out already.');
    const subject = { kind: 'user', id: userId };
    await writeAudit(tx, {
      operatorId,
      action: 'user.sign-out',
      subject,
      details: { sessions: count, reason },
    });
    return count;
  });
  await sessions.readChanges();
  return ended;
}
