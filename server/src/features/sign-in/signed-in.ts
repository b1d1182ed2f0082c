import type { RenewReply, SignedIn } from '@copup/shared/auth.ts';
import { toSignedInUser } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { keepKnownDevice } from '../../sessions/known-devices.ts';
import { originOf } from '../../sessions/session-origin.ts';
import type { NewSession } from '../../sessions/sessions.ts';

/** Creates the session of a sign-in on this device, which counts as known from now on (S2a). */
export async function createSession(
  tx: Transaction,
  { sessions }: Pick<Deps, 'sessions'>,
  user: UserRow,
  { address, network, userAgent, deviceToken }: ClientFacts,
): Promise<SignedIn> {
  if (deviceToken !== undefined) await keepKnownDevice(tx, { userId: user.id, deviceToken, network });
  const session = await sessions.create(tx, user.id, originOf(address, userAgent));
  return { message: 'Login successful', ...toTokenReply(session), user: toSignedInUser(user) };
}

/** Returns the token and its times for the client (S3a). */
export function toTokenReply({ token, issuedAt, expiresAt }: NewSession): RenewReply {
  return { token, issued_at: issuedAt.toISOString(), expires_at: expiresAt.toISOString() };
}
