import type { LoginBody, RenewReply, SignedIn } from '@copup/shared/auth.ts';
import { findUserByEmail, toSignedInUser } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { takeAttempt } from '../../limits/sign-in-attempts.ts';
import { findKnownDevice, keepKnownDevice } from '../../sessions/known-devices.ts';
import { originOf } from '../../sessions/session-origin.ts';
import type { NewSession } from '../../sessions/sessions.ts';
import type { ClientFacts } from './client-facts.ts';
import { wrongCredentials } from './sign-in.errors.ts';

/** Compares the password, or a stand-in where there is no account: the same work and the same answer (S1, S2). */
export async function logIn(
  deps: Pick<Deps, 'db' | 'sessions' | 'passwords' | 'limits'>,
  { email, password }: Pick<LoginBody, 'email' | 'password'>,
  client: ClientFacts,
): Promise<SignedIn> {
  const knownDevice = await findKnownDevice(deps.db, email, client.deviceToken);
  const attempt = takeAttempt(deps.limits, { account: email, address: client.address, knownDevice });
  const user = await findUserByEmail(deps.db, email);
  const isRight = await deps.passwords.verify(user?.passwordHash, password, client.network);
  if (!user || !isRight) throw wrongCredentials();
  attempt.succeeded();
  return openSession(deps, user, client);
}

export async function openSession(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  user: UserRow,
  { address, userAgent, deviceToken }: ClientFacts,
): Promise<SignedIn> {
  const session = await inTransaction(db, async (tx) => {
    if (deviceToken !== undefined) await keepKnownDevice(tx, user.id, deviceToken);
    return sessions.create(tx, user.id, originOf(address, userAgent));
  });
  return {
    message: 'Login successful',
    ...toTokenReply(session),
    user: toSignedInUser(user),
  };
}

/** The token and its times, as the client keeps them (S3a). */
export function toTokenReply({ token, issuedAt, expiresAt }: NewSession): RenewReply {
  return { token, issued_at: issuedAt.toISOString(), expires_at: expiresAt.toISOString() };
}
