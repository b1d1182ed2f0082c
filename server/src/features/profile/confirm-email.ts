import { eq, sql } from 'drizzle-orm';
import { explainTaken } from '../../accounts/create-users.ts';
import { findUser, lockUser } from '../../accounts/users.queries.ts';
import { users } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { wrongCode } from '../../one-time-codes/one-time-codes.errors.ts';
import { consumeCode, tryCode } from '../../one-time-codes/one-time-codes.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { addressChangedMail } from './profile-mails.ts';
import type { ProfileDeps } from './update-profile.ts';

/**
 * Makes the pending address the user's, with the code mailed to it, once (S6). The old address is notified, and the
 * waiting period for sends and payouts begins.
 */
export async function confirmEmail(
  deps: ProfileDeps,
  { userId }: Viewer,
  code: string,
  client: ClientFacts,
): Promise<void> {
  const pending = (await findUser(deps.db, userId))?.emailPending;
  if (!pending) throw wrongCode();
  const codeId = await tryCode(deps, { purpose: 'change_email', email: pending }, code, client);
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    await consumeCode(tx, codeId);
    if (!user || user.deletedAt || user.emailPending?.toLowerCase() !== pending.toLowerCase())
      throw wrongCode();
    try {
      await tx.orm
        .update(users)
        .set({ email: pending, emailPending: null, credentialsChangedAt: sql`clock_timestamp()` })
        .where(eq(users.id, userId));
    } catch (error) {
      throw explainTaken(error);
    }
    if (user.email !== null) {
      await deps.mail.enqueue(tx, { to: user.email, ...addressChangedMail(deps.config.publicUrl) });
    }
    const subject = { kind: 'user', id: userId };
    await deps.notices.write(tx, [
      { userId, kind: 'security', subject, details: { what: 'Your e-mail address' } },
    ]);
    await deps.sessions.publishUserChanges(tx, [userId]);
  });
  await deps.sessions.readChanges();
}
