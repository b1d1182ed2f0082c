import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { purgeOld } from '../db/purge.ts';

const MOST_OF_A_USER = 20;
const KEPT = "interval '180 days'";

/** The token is 256 random bits, so a plain hash tells nothing of it. */
const hashOf = (deviceToken: string) => createHash('sha256').update(deviceToken).digest();

/** S2a: the hash of a device token, as text, when this account has signed in on the device before. */
export async function findKnownDevice(
  db: Database,
  email: string,
  deviceToken: string | undefined,
): Promise<string | undefined> {
  if (deviceToken === undefined) return undefined;
  const hash = hashOf(deviceToken);
  const { rowCount } = await db.pool.query({
    name: 'known-device',
    text: `SELECT 1 FROM known_devices d JOIN users u ON u.id = d.user_id
      WHERE u.email = $1 AND u.deleted_at IS NULL AND d.token_hash = $2`,
    values: [email, hash],
  });
  return rowCount === 1 ? hash.toString('base64url') : undefined;
}

/** Remembers the device after a sign-in. Of one user's devices the latest 20 are kept. */
export async function keepKnownDevice(tx: Transaction, userId: string, deviceToken: string): Promise<void> {
  await tx.client.query({
    name: 'known-device-keep',
    text: `INSERT INTO known_devices (user_id, token_hash, last_used_at) VALUES ($1, $2, clock_timestamp())
      ON CONFLICT (user_id, token_hash) DO UPDATE SET last_used_at = clock_timestamp()`,
    values: [userId, hashOf(deviceToken)],
  });
  await tx.client.query({
    name: 'known-device-bound',
    text: `DELETE FROM known_devices WHERE user_id = $1 AND token_hash IN (
      SELECT token_hash FROM known_devices WHERE user_id = $1 ORDER BY last_used_at DESC OFFSET $2)`,
    values: [userId, MOST_OF_A_USER],
  });
}

/** After a reset of the password: another person may have had one of the devices. */
export async function forgetKnownDevices(tx: Transaction, userId: string): Promise<void> {
  await tx.client.query('DELETE FROM known_devices WHERE user_id = $1', [userId]);
}

/** Deletes devices on which nobody has signed in for 180 days. */
export function purgeKnownDevices(db: Database): Promise<number> {
  return purgeOld(db, {
    table: 'known_devices',
    age: 'last_used_at',
    before: `statement_timestamp() - ${KEPT}`,
  });
}
