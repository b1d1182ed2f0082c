import { reservedUsernames, type UserRow, users } from '../../accounts/users.tables.ts';
import { eq, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { storedReplies } from '../../db/replies.tables.ts';
import type { Deps } from '../../deps.ts';
import { inboxes, notificationPreferences, notifications } from '../../notifications/notifications.tables.ts';
import { pushPreferences, pushSubscriptions } from '../../notifications/push.tables.ts';
import { oneTimeCodes } from '../../one-time-codes/one-time-codes.tables.ts';
import { pins } from '../../pins/pins.tables.ts';
import { recoveryCodes, secondFactors } from '../../second-factor/second-factor.tables.ts';
import { forgetKnownDevices } from '../../sessions/known-devices.ts';
import { sessions } from '../../sessions/sessions.tables.ts';

/**
 * Erases the personal data of a locked user (S7). The row remains, with its id, wallet address and referral code, which
 * are random: the ledger refers to it.
 */
export async function eraseUser(
  tx: Transaction,
  { randomBytes }: Pick<Deps, 'randomBytes'>,
  { id, email, emailPending }: UserRow,
): Promise<void> {
  await tx.orm
    .update(users)
    .set({
      // Random, so that no user can take the name before.
      username: `deleted_${randomBytes(6).toString('hex')}`,
      fullName: 'Deleted account',
      email: null,
      emailPending: null,
      passwordHash: null,
      googleSub: null,
      profile: null,
      role: 0,
      isFirstOperator: false,
      deletedAt: sql`clock_timestamp()`,
    })
    .where(eq(users.id, id));
  await forgetKnownDevices(tx, id);
  await tx.orm.delete(reservedUsernames).where(eq(reservedUsernames.userId, id));
  await tx.orm.delete(pins).where(eq(pins.userId, id));
  await tx.orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  await tx.orm.delete(secondFactors).where(eq(secondFactors.userId, id));
  await tx.orm.delete(notificationPreferences).where(eq(notificationPreferences.userId, id));
  await tx.orm.delete(pushPreferences).where(eq(pushPreferences.userId, id));
  await tx.orm.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, id));
  await tx.orm.delete(storedReplies).where(eq(storedReplies.userId, id));
  for (const address of [email, emailPending]) {
    if (address !== null) await tx.orm.delete(oneTimeCodes).where(eq(oneTimeCodes.email, address));
  }
  // The inbox before its notices, as elsewhere.
  await tx.orm
    .update(inboxes)
    .set({ unread: 0, version: sql`${inboxes.version} + 1` })
    .where(eq(inboxes.userId, id));
  await tx.orm.delete(notifications).where(eq(notifications.userId, id));
  await tx.orm.update(sessions).set({ device: null, network: null }).where(eq(sessions.userId, id));
}
