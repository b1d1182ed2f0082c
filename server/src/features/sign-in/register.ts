import type { RegisterBody, SignedIn } from '@copup/shared/auth.ts';
import type { z } from 'zod';
import { createUsers } from '../../accounts/create-users.ts';
import { findReferrer, findUserByEmail } from '../../accounts/users.queries.ts';
import type { ClientFacts } from '../../client-facts.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { consumeCode, tryCode } from '../../one-time-codes/one-time-codes.ts';
import { assertNoListedWord, assertOwnName } from '../../settings/word-list.ts';
import { termsNotAccepted, unknownReferralCode } from './sign-in.errors.ts';
import { createSession } from './signed-in.ts';

/**
 * Creates an account for the owner of the code that was mailed to the address (S9), and signs it in (X10). The client
 * cannot choose role, coins or picture.
 */
export async function register(
  deps: Pick<
    Deps,
    'db' | 'config' | 'newId' | 'randomBytes' | 'passwords' | 'limits' | 'settings' | 'notices' | 'sessions'
  >,
  body: z.output<typeof RegisterBody>,
  client: ClientFacts,
): Promise<SignedIn> {
  if (body.terms === false) throw termsNotAccepted();
  assertNoListedWord(deps.settings, 'username', body.username);
  assertOwnName('full_name', body.full_name);
  const codeId = await tryCode(deps, { purpose: 'register', email: body.email }, body.otp, client);
  const referredBy = await getReferrer(deps.db, body.referralCode);
  const passwordHash = await deps.passwords.hash(body.password, client.network);
  return inTransaction(deps.db, async (tx) => {
    await consumeCode(tx, codeId);
    await createUsers(tx, deps, [
      { username: body.username, email: body.email, fullName: body.full_name, passwordHash, referredBy },
    ]);
    const user = await findUserByEmail(tx, body.email);
    invariant(user, 'a user that was just created does not exist');
    return { ...(await createSession(tx, deps, user, client)), message: 'User registered successfully' };
  });
}

/** Returns the referrer; null when no code was given. */
export async function getReferrer(
  db: Database,
  referralCode: string | null | undefined,
): Promise<string | null> {
  if (!referralCode) return null;
  const referrer = await findReferrer(db, referralCode);
  if (referrer === undefined) throw unknownReferralCode();
  return referrer;
}
