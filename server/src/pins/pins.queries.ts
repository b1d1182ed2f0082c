import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { PinTries } from './pin-lock.ts';

export interface PinRow extends PinTries {
  pinHash: string;
}

const columns = 'pin_hash AS "pinHash", wrong_tries AS "wrongTries", locked_until AS "lockedUntil"';

/** Reads the PIN's row without a lock, with the database's time. */
export async function findPin(db: Database, userId: string): Promise<(PinRow & { now: Date }) | undefined> {
  const { rows } = await db.pool.query<PinRow & { now: Date }>({
    name: 'pin-find',
    text: `SELECT ${columns}, clock_timestamp() AS now FROM pins WHERE user_id = $1`,
    values: [userId],
  });
  return rows[0];
}

/** Locks the PIN's row, so that attempts of one user are decided one after another. */
export async function lockPin(tx: Transaction, userId: string): Promise<PinRow | undefined> {
  const { rows } = await tx.client.query<PinRow>({
    name: 'pin-lock',
    text: `SELECT ${columns} FROM pins WHERE user_id = $1 FOR NO KEY UPDATE`,
    values: [userId],
  });
  return rows[0];
}

/** Stores a new PIN, which has no wrong attempts and no lock. */
export async function storePin(tx: Transaction, userId: string, pinHash: string): Promise<void> {
  await tx.client.query({
    name: 'pin-store',
    text: `INSERT INTO pins (user_id, pin_hash) VALUES ($1, $2)
      ON CONFLICT (user_id) DO UPDATE
      SET pin_hash = excluded.pin_hash, wrong_tries = 0, locked_until = NULL, changed_at = clock_timestamp()`,
    values: [userId, pinHash],
  });
}
