import { findUserByEmail } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../errors.ts';
import type { Mail } from '../../mail/mail.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { mailFactorChange } from '../../second-factor/factor-notices.ts';
import { deleteFactor } from '../../second-factor/second-factor.queries.ts';
import { noSecondFactor } from '../../second-factor/try-factor.ts';
import type { Sessions } from '../../sessions/sessions.ts';

interface ResetDeps {
  sessions: Pick<Sessions, 'end'>;
  mail: Pick<Mail, 'enqueue'>;
}

/** Removes a lost factor and ends the sessions of its owner, who then signs in with the password and enrols again. */
export async function resetFactor(
  tx: Transaction,
  deps: ResetDeps,
  user: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  if (!(await deleteFactor(tx, user.id))) throw noSecondFactor();
  await deps.sessions.end(tx, { userId: user.id, reason: 'second factor reset' });
  await mailFactorChange(tx, deps, user, 'reset');
}

/**
 * Resets a factor from the command line, when too few operators are left to approve a reset. The audit log attributes
 * it to the account's owner.
 */
export async function resetFactorOnHost(db: Database, deps: ResetDeps, email: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) throw new Refusal('USER_NOT_FOUND', `There is no user with the address ${email}.`);
    await resetFactor(tx, deps, user);
    const subject = { kind: 'user', id: user.id };
    await writeAudit(tx, { operatorId: user.id, action: 'second-factor.reset-on-host', subject });
  });
}
