import { createHash } from 'node:crypto';
import { users } from '../accounts/users.tables.ts';
import type { Database } from '../db/database.ts';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { purgeOld } from '../db/purge.ts';
import { knownDevices } from './sessions.tables.ts';

const MOST_OF_A_USER = 20;
const KEPT = "interval '180 days'";

/** The token is 256 random bits, so an unsalted hash reveals nothing about it. */
const hashOf = (deviceToken: string) => createHash('sha256').update(deviceToken).digest();

/** Returns the hash of a device token, as text, when this account has signed in on the device before (S2a). */
export async function findKnownDevice(
  db: Database,
  email: string,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  if (deviceToken === undefined) return undefined;
  const hash = hashOf(deviceToken);
  const found = await db.orm
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(users.email, email), isNull(users.deletedAt), eq(knownDevices.tokenHash, hash)));
  return found.length === 1 ? hash.toString('base64url') : undefined;
}

/** Stores the device after a sign-in; returns whether it was unknown. The latest 20 devices of a user are kept. */
export async function keepKnownDevice(
  tx: Transaction,
  { userId, deviceToken, network }: { userId: string; deviceToken: string; network: string },
): Promise<boolean> {
  const lastUse = { lastUsedAt: sql`clock_timestamp()`, network };
  const [kept] = await tx.orm
    .insert(knownDevices)
    .values({ userId, tokenHash: hashOf(deviceToken), ...lastUse })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: lastUse })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  await tx.client.query({
    name: 'known-device-bound',
    text: `DELETE FROM known_devices WHERE user_id = $1 AND token_hash IN (
      SELECT token_hash FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC OFFSET $2)`,
    values: [userId, MOST_OF_A_USER],
  });
  return kept?.isNew === true;
}

/** Deletes the devices after a password reset: another person may have used one of them. */
export async function forgetKnownDevices(tx: Transaction, userId: string): Promise<void> {
  await tx.orm.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

/** Deletes devices without a sign-in for 180 days. */
export function purgeKnownDevices(db: Database): Promise<number> {
  return purgeOld(db, {
    table: 'known_devices',
    age: 'last_used_at',
    before: `statement_timestamp() - ${KEPT}`,
  });
}
