import type { ConfirmBody } from '@copup/shared/auth.ts';
import { confirmIdentityCalls } from '@copup/shared/calls/confirm-identity.ts';
import { findUser } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import { networkOf } from '../../client-facts.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { routes } from '../../routes.ts';
import { tryFactor } from '../../second-factor/try-factor.ts';
import { noteConfirmed } from '../../sessions/recent-sign-in.ts';

type ConfirmDeps = Pick<Deps, 'db' | 'config' | 'log' | 'sessions' | 'passwords' | 'google'>;

/** POST /auth/confirm (S8a): confirms the identity before operations that need a recent sign-in. */
export const confirmIdentityRoutes = (deps: ConfirmDeps) =>
  routes(confirmIdentityCalls, {
    'POST /auth/confirm': async ({ viewer, body, ip }) => {
      const user = await findUser(deps.db, viewer.userId);
      invariant(user, 'the user of a session does not exist');
      await check(deps, user, body, networkOf(ip));
      await inTransaction(deps.db, (tx) => noteConfirmed(tx, deps, viewer));
      await deps.sessions.readChanges();
      return { message: 'Confirmed' };
    },
  });

async function check(deps: ConfirmDeps, user: UserRow, body: ConfirmBody, network: string): Promise<void> {
  if ('code' in body) {
    await tryFactor(deps, user.id, body.code);
    return;
  }
  if ('password' in body) {
    if (await deps.passwords.verify(user.passwordHash, body.password, network)) return;
    throw new Refusal('WRONG_PASSWORD', 'This password is wrong.');
  }
  if (!deps.google)
    throw new Refusal('GOOGLE_NOT_CONFIGURED', 'Sign-in with Google is not configured on this server.');
  const { sub } = await deps.google.verify(body.credential);
  if (sub !== user.googleSub) {
    throw new Refusal(
      'WRONG_GOOGLE_CREDENTIAL',
      'This Google account differs from the one you signed in with.',
    );
  }
}
