import type { RenewReply, SignedIn } from '@copup/shared/auth.ts';
import { toSignedInUser } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { keepKnownDevice } from '../../sessions/known-devices.ts';
import { originOf, type SessionOrigin } from '../../sessions/session-origin.ts';
import type { NewSession } from '../../sessions/sessions.ts';

/**
 * Creates the session of a sign-in on this device, which counts as known from now on (S2a). The user is told of a device
 * that the account did not know (W6).
 */
export async function createSession(
  tx: Transaction,
  { notices, sessions }: Pick<Deps, 'notices' | 'sessions'>,
  user: UserRow,
  { address, network, userAgent, deviceToken }: ClientFacts,
): Promise<SignedIn> {
  const userId = user.id;
  const hasToken = deviceToken !== undefined;
  const isNew = !hasToken || (await keepKnownDevice(tx, { userId, deviceToken, network }));
  const origin = originOf(address, userAgent);
  const isTold = isNew && (await isStrange(tx, userId, hasToken ? undefined : origin));
  const session = await sessions.create(tx, userId, origin);
  if (isTold) {
    const subject = { kind: 'session', id: session.sessionId };
    const details = { event: 'signed_in', ...origin };
    await notices.write(tx, [{ userId, kind: 'security', subject, details }]);
  }
  return { message: 'Login successful', ...toTokenReply(session), user: toSignedInUser(user) };
}

/**
 * Returns whether the account has signed in before; with an origin, whether never from there. Sessions are deleted some
 * time after their end, so an account of more than a day has signed in before.
 */
async function isStrange(tx: Transaction, userId: string, origin?: SessionOrigin): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'sign-in-strange',
    text: `SELECT FROM users u WHERE id = $1
      AND (u.created_at < statement_timestamp() - interval '1 day' OR EXISTS (SELECT FROM sessions WHERE user_id = u.id))
      AND NOT EXISTS (SELECT FROM sessions WHERE user_id = u.id AND network = $2 AND device IS NOT DISTINCT FROM $3)`,
    values: [userId, origin?.network ?? null, origin?.device ?? null],
  });
  return rowCount === 1;
}

/** Returns the token and its times for the client (S3a). */
export function toTokenReply({ token, issuedAt, expiresAt }: NewSession): RenewReply {
  return { token, issued_at: issuedAt.toISOString(), expires_at: expiresAt.toISOString() };
}
