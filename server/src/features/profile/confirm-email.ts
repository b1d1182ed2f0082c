import type { ApprovalPending } from '@copup/shared/admin.ts';
import { explainTaken } from '../../accounts/create-users.ts';
import { findUser, lockUser } from '../../accounts/users.queries.ts';
import { type UserRow, users } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { consumeCode, tryCode, wrongCode } from '../../one-time-codes/one-time-codes.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { accountDeleted } from './profile.errors.ts';
import { addressChangedMail } from './profile-mails.ts';
import type { ProfileDeps } from './update-profile.ts';

type ChangeDeps = Pick<ProfileDeps, 'config' | 'mail' | 'notices' | 'sessions'>;

const CHANGE = 'user.email';

/**
 * Makes the pending address the user's, with the code mailed to it, once (S6). For an operator it returns the request
 * for a second operator's approval (O3a).
 */
export async function confirmEmail(
  deps: ProfileDeps,
  { userId }: Viewer,
  code: string,
  client: ClientFacts,
): Promise<ApprovalPending | undefined> {
  const pending = (await findUser(deps.db, userId))?.emailPending;
  if (!pending) throw wrongCode();
  const codeId = await tryCode(deps, { purpose: 'change_email', email: pending }, code, client);
  const requested = await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    await consumeCode(tx, codeId);
    if (!user || user.deletedAt || user.emailPending?.toLowerCase() !== pending.toLowerCase())
      throw wrongCode();
    if (user.role === 0) return change(tx, deps, user, pending);
    return requestApprovalOnce(tx, {
      action: CHANGE,
      subject: { kind: 'user', id: userId },
      beneficiaryId: userId,
      details: { from: user.email, to: pending },
      operatorId: userId,
      why: 'always',
    });
  });
  await deps.sessions.readChanges();
  return requested;
}

/** Executes an operator's change that a second one approved, unless the operator has asked for another address since. */
export const emailApproved = (deps: ChangeDeps): ApprovedActions => ({
  [CHANGE]: {
    right: 'operators',
    async apply(tx, { subject, details }) {
      const user = await lockUser(tx, subject.id);
      if (!user || user.deletedAt) throw accountDeleted();
      if (user.emailPending === null || user.emailPending !== details.to) throw wrongCode();
      await change(tx, deps, user, user.emailPending);
      return {};
    },
    afterCommit: () => deps.sessions.readChanges(),
  },
});

/** The old address is notified, and the waiting period for sends and payouts begins. */
async function change(
  tx: Transaction,
  deps: ChangeDeps,
  { id, email }: UserRow,
  to: string,
): Promise<undefined> {
  try {
    await tx.orm
      .update(users)
      .set({ email: to, emailPending: null, credentialsChangedAt: sql`clock_timestamp()` })
      .where(eq(users.id, id));
  } catch (error) {
    throw explainTaken(error);
  }
  if (email !== null)
    await deps.mail.enqueue(tx, { to: email, ...addressChangedMail(deps.config.publicUrl) });
  const subject = { kind: 'user', id };
  const details = { what: 'Your e-mail address' };
  await deps.notices.write(tx, [{ userId: id, kind: 'security', subject, details }]);
  await deps.sessions.publishUserChanges(tx, [id]);
}
