import type { OperatorLinkBody, ResetPasswordBody } from '@copup/shared/auth.ts';
import { findUserByEmail } from '../../accounts/users.queries.ts';
import { users } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { consumeCode, tryCode, wrongCode } from '../../one-time-codes/one-time-codes.ts';
import { assertOpenLink, useOperatorLink } from '../../operators/operator-links.ts';
import { forgetKnownDevices } from '../../sessions/known-devices.ts';
import { passwordsDiffer } from './sign-in.errors.ts';

/** Sets a new password for the owner of the mailed code, and ends every session of the account (S3). */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'config' | 'sessions' | 'passwords' | 'limits'>,
  { email, otp, newPassword, confirmPassword }: ResetPasswordBody,
  client: ClientFacts,
): Promise<void> {
  if (newPassword !== confirmPassword) throw passwordsDiffer();
  const codeId = await tryCode(deps, { purpose: 'reset_password', email }, otp, client);
  const passwordHash = await deps.passwords.hash(newPassword, client.network);
  await inTransaction(deps.db, async (tx) => {
    await consumeCode(tx, codeId);
    const user = await findUserByEmail(tx, email);
    if (!user) throw wrongCode();
    await tx.orm
      .update(users)
      .set({ passwordHash, credentialsChangedAt: sql`clock_timestamp()` })
      .where(eq(users.id, user.id));
    await forgetKnownDevices(tx, user.id);
    await deps.sessions.end(tx, { userId: user.id, reason: 'password reset' });
  });
  await deps.sessions.readChanges();
}

/** Sets the first password of an operator who opened the link of a start or of `npm run operator-link` (O3a). */
export async function chooseOperatorPassword(
  deps: Pick<Deps, 'db' | 'passwords'>,
  { token, newPassword, confirmPassword }: OperatorLinkBody,
  { network }: Pick<ClientFacts, 'network'>,
): Promise<void> {
  if (newPassword !== confirmPassword) throw passwordsDiffer();
  await assertOpenLink(deps.db, token);
  const passwordHash = await deps.passwords.hash(newPassword, network);
  await inTransaction(deps.db, (tx) => useOperatorLink(tx, token, passwordHash));
}
