import type { LoginBody, SignInReply } from '@copup/shared/auth.ts';
import { takeAttempt } from '../../accounts/sign-in-attempts.ts';
import { findUserByEmail } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { findFactor } from '../../second-factor/second-factor.queries.ts';
import { findKnownDevice } from '../../sessions/known-devices.ts';
import { proofNeeded, useProof } from './log-in-challenge.ts';
import { requireSecondStep } from './second-step.ts';
import { wrongCredentials } from './sign-in.errors.ts';
import { createSession } from './signed-in.ts';

/** Compares the password, or a dummy hash when there is no account: the same work and the same reply (S1, S2). */
export async function logIn(
  deps: Pick<
    Deps,
    'db' | 'config' | 'clock' | 'notices' | 'sessions' | 'tokens' | 'passwords' | 'limits' | 'randomBytes'
  >,
  { email, password, proof }: Pick<LoginBody, 'email' | 'password' | 'proof'>,
  client: ClientFacts,
): Promise<SignInReply> {
  const knownDevice = await findKnownDevice(deps.db, email, client.deviceToken);
  const prover = `${email.toLowerCase()} ${client.network}`;
  const attempt = takeAttempt(deps.limits, {
    account: email,
    address: client.address,
    knownDevice,
    proofOfWork: {
      isDone: proof !== undefined && useProof(deps, prover, proof),
      request: () => proofNeeded(deps, prover),
    },
  });
  const user = await findUserByEmail(deps.db, email);
  const isRight = await deps.passwords.verify(user?.passwordHash, password, client.network);
  if (!user || !isRight) throw wrongCredentials();
  attempt.succeeded();
  return openSession(deps, user, client);
}

/** Opens a session; for an operator with a second factor returns a ticket for the second step instead (S8a). */
export async function openSession(
  deps: Pick<Deps, 'db' | 'notices' | 'sessions' | 'tokens'>,
  user: UserRow,
  client: ClientFacts,
): Promise<SignInReply> {
  return inTransaction(deps.db, async (tx) => {
    if (user.role === 1 && (await findFactor(tx, user.id))) return requireSecondStep(tx, deps, user);
    return createSession(tx, deps, user, client);
  });
}
