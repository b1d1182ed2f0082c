import type { GoogleBody, SignInReply } from '@copup/shared/auth.ts';
import { createUsers } from '../../accounts/create-users.ts';
import type { GoogleIdentity } from '../../accounts/google.ts';
import { findUserByEmail, findUserByGoogleSub } from '../../accounts/users.queries.ts';
import { type UserRow, users } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { assertNoListedWord, isOwnName } from '../../settings/word-list.ts';
import { openSession } from './log-in.ts';
import { getReferrer } from './register.ts';

type GoogleDeps = Pick<
  Deps,
  'db' | 'config' | 'notices' | 'sessions' | 'settings' | 'tokens' | 'google' | 'newId' | 'randomBytes'
>;

/**
 * Signs in a user with an identity confirmed by Google (S4). An account with the same e-mail address belongs to the
 * user, since both sides verified the address; a user without an account is first asked for a username and consent
 * (GOOGLE_SIGN_UP_NEEDED).
 */
export async function signInWithGoogle(
  deps: GoogleDeps,
  body: GoogleBody,
  client: ClientFacts,
): Promise<SignInReply> {
  if (!deps.google)
    throw new Refusal('GOOGLE_NOT_CONFIGURED', 'Sign-in with Google is not configured on this server.');
  const identity = await deps.google.verify(body.credential);
  const user =
    (await findUserByGoogleSub(deps.db, identity.sub)) ??
    (await linkByEmail(deps, identity)) ??
    (await signUp(deps, identity, body));
  return openSession(deps, user, client);
}

/** Returns undefined when the address has no account, or one of another Google account. */
async function linkByEmail({ db }: GoogleDeps, { sub, email }: GoogleIdentity): Promise<UserRow | undefined> {
  return inTransaction(db, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user || user.googleSub !== null) return undefined;
    await tx.orm.update(users).set({ googleSub: sub }).where(eq(users.id, user.id));
    return user;
  });
}

async function signUp(deps: GoogleDeps, identity: GoogleIdentity, body: GoogleBody): Promise<UserRow> {
  const { username, terms } = body;
  if (username === undefined || terms !== true) {
    throw new Refusal('GOOGLE_SIGN_UP_NEEDED', 'Please choose a username and agree to the terms.', {
      details: { email: identity.email, full_name: identity.fullName },
    });
  }
  assertNoListedWord(deps.settings, 'username', username);
  const referredBy = await getReferrer(deps.db, body.referralCode);
  await inTransaction(deps.db, (tx) =>
    createUsers(tx, deps, [
      {
        username,
        email: identity.email,
        // Google's profile may have a name that players may not choose (X13).
        fullName: isOwnName(identity.fullName) ? identity.fullName : username,
        passwordHash: null,
        googleSub: identity.sub,
        referredBy,
      },
    ]),
  );
  const user = await findUserByGoogleSub(deps.db, identity.sub);
  invariant(user, 'a user that was just created does not exist');
  return user;
}
