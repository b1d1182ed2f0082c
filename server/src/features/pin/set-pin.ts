import type { SetPinBody } from '@copup/shared/pins.ts';
import { findUser, lockUser } from '../../accounts/users.queries.ts';
import { type UserRow, users } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { consumeCode, tryCode, wrongCode } from '../../one-time-codes/one-time-codes.ts';
import { findPin, hashPin, lockPin, pinNeeded, storePin, verifyPin } from '../../pins/pins.ts';
import { requireRecentSignIn } from '../../sessions/recent-sign-in.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { pinChangedMail } from './pin-mails.ts';

type SetPinDeps = Pick<
  Deps,
  'db' | 'config' | 'settings' | 'google' | 'passwords' | 'limits' | 'mail' | 'notices'
>;

const CODE_LENGTH = 6;

/** What authorizes a new PIN. */
type Proof = { by: 'recent sign-in' } | { by: 'old PIN' } | { by: 'code'; codeId: string };

/**
 * Sets the user's PIN. A first PIN needs a recent sign-in; a later one the old PIN or a mailed code, and then starts the
 * waiting period (S6). Returns whether it is the first.
 */
export async function setPin(
  deps: SetPinDeps,
  viewer: Viewer,
  { oldPin, newPin }: SetPinBody,
  client: ClientFacts,
): Promise<boolean> {
  const { userId } = viewer;
  const proof = await prove(deps, viewer, oldPin ?? '', client);
  const pinHash = await hashPin(deps, { userId, pin: newPin, network: client.network });
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    invariant(user, `user ${userId} does not exist`);
    const isFirst = (await lockPin(tx, userId)) === undefined;
    // Another request set the first PIN meanwhile.
    if (!isFirst && proof.by === 'recent sign-in') throw pinNeeded();
    if (proof.by === 'code') await consumeCode(tx, proof.codeId);
    await storePin(tx, userId, pinHash);
    if (!isFirst) await noteChange(tx, deps, user);
    return isFirst;
  });
}

async function prove(deps: SetPinDeps, viewer: Viewer, oldPin: string, client: ClientFacts): Promise<Proof> {
  const { userId } = viewer;
  if (!(await findPin(deps.db, userId))) {
    await requireRecentSignIn(deps, viewer);
    return { by: 'recent sign-in' };
  }
  if (oldPin.length === CODE_LENGTH) {
    const email = (await findUser(deps.db, userId))?.email;
    if (!email) throw wrongCode();
    return { by: 'code', codeId: await tryCode(deps, { purpose: 'recover_pin', email }, oldPin, client) };
  }
  await verifyPin(deps, { userId, pin: oldPin || undefined, network: client.network });
  return { by: 'old PIN' };
}

/** Starts the waiting period and notifies the user (S6, W8). */
async function noteChange(tx: Transaction, deps: SetPinDeps, { id, email }: UserRow): Promise<void> {
  await tx.orm.update(users).set({ credentialsChangedAt: sql`clock_timestamp()` }).where(eq(users.id, id));
  const subject = { kind: 'user', id };
  await deps.notices.write(tx, [{ userId: id, kind: 'security', subject, details: { what: 'Your PIN' } }]);
  if (email === null) return;
  const mail = pinChangedMail(deps.config.publicUrl, deps.settings.get('credentialsWaitHours'));
  await deps.mail.enqueue(tx, { to: email, ...mail });
}
