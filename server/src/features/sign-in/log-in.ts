import type { LoginBody, SignedIn } from '@copup/shared/auth.ts';
import { findUserByEmail, toSignedInUser } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
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
  const { token, expiresAt } = await inTransaction(db, (tx) => sessions.create(tx, user.id));
  return {
    message: 'Login successful',
    token,
    expires_at: expiresAt.toISOString(),
    user: toSignedInUser(user),
  };
}
