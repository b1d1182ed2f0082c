import type { LoginBody, RenewReply, SignedIn } from '@copup/shared/auth.ts';
import { findUserByEmail, toSignedInUser } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import type { NewSession } from '../../sessions/sessions.ts';
import { wrongCredentials } from './sign-in.errors.ts';

/** Compares the password, or a stand-in where there is no account: the same work and the same answer (S1, S2). */
export async function logIn(
  deps: Pick<Deps, 'db' | 'sessions' | 'passwords' | 'limits'>,
  { email, password }: LoginBody,
): Promise<SignedIn> {
  deps.limits.consume('login', email.toLowerCase());
  const user = await findUserByEmail(deps.db, email);
  const isRight = await deps.passwords.verify(user?.passwordHash, password);
  if (!user || !isRight) throw wrongCredentials();
  return openSession(deps, user);
}

export async function openSession(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  user: UserRow,
): Promise<SignedIn> {
  const session = await inTransaction(db, (tx) => sessions.create(tx, user.id));
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
