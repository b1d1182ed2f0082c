import { runWithDeadline } from '../db/command-deadline.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { isRightPin } from './pin-hash.ts';
import { lockOf, type PinTries, TRIES_UNTIL_LOCK, TRIES_UNTIL_RECOVERY, triesLeft } from './pin-lock.ts';
import { pinLocked, pinNeeded, pinNotSet, wrongPin } from './pins.errors.ts';
import { findPin, lockPin } from './pins.queries.ts';

export interface PinAttempt {
  userId: string;
  /** Four digits; undefined when the request has none (X4). */
  pin: string | undefined;
  /** The client's network prefix, by which hashing is shared fairly (S2a). */
  network: string;
}

/**
 * Throws unless this is the user's PIN: PIN_NEEDED, PIN_NOT_SET, WRONG_PIN with `tries_left`, or PIN_LOCKED with
 * `until` (S6). Call it before the transaction that it authorizes: a wrong attempt is counted in a transaction of its
 * own, so the count survives the rollback of the other.
 *
 * Hashing happens outside the transaction, and the row's lock decides. Of any number of parallel guesses only those
 * before the lock learn whether they are right.
 */
export async function verifyPin(
  deps: Pick<Deps, 'db' | 'config' | 'passwords' | 'settings'>,
  { userId, pin, network }: PinAttempt,
): Promise<void> {
  if (pin === undefined) throw pinNeeded();
  for (;;) {
    const stored = await findPin(deps.db, userId);
    if (!stored) throw pinNotSet();
    const lock = lockOf(stored, stored.now);
    if (lock) throw pinLocked(lock.until);
    const isRight = await isRightPin(deps, stored.pinHash, { userId, pin, network });
    // It moves no coins and has no deadline, so an attempt is always counted.
    const refusal = await runWithDeadline(undefined, () =>
      inTransaction(deps.db, async (tx) => {
        const current = await lockPin(tx, userId);
        // The PIN was changed meanwhile: the attempt is decided by the new one.
        if (current?.pinHash !== stored.pinHash) return 'changed';
        const now = await tx.clock();
        const locked = lockOf(current, now);
        if (locked) return pinLocked(locked.until);
        if (isRight) {
          await forgiveTries(tx, userId, current);
          return undefined;
        }
        return countWrongTry(tx, { userId, current, now, lockMinutes: deps.settings.get('pinLockMinutes') });
      }),
    );
    if (refusal === undefined) return;
    if (refusal !== 'changed') throw refusal;
  }
}

/** Resets the count after a right PIN. */
async function forgiveTries(tx: Transaction, userId: string, { wrongTries }: PinTries): Promise<void> {
  if (wrongTries === 0) return;
  await tx.client.query({
    name: 'pin-forgive-tries',
    text: 'UPDATE pins SET wrong_tries = 0, locked_until = NULL WHERE user_id = $1',
    values: [userId],
  });
}

interface WrongTry {
  userId: string;
  current: PinTries;
  now: Date;
  lockMinutes: number;
}

/** Counts a wrong attempt, and locks the PIN at the 5th and the 10th. Returns the refusal. */
async function countWrongTry(tx: Transaction, { userId, current, now, lockMinutes }: WrongTry) {
  const wrongTries = current.wrongTries + 1;
  const lockedUntil = wrongTries === TRIES_UNTIL_LOCK ? new Date(now.getTime() + lockMinutes * 60_000) : null;
  await tx.client.query({
    name: 'pin-count-wrong-try',
    text: 'UPDATE pins SET wrong_tries = $2, locked_until = $3 WHERE user_id = $1',
    values: [userId, wrongTries, lockedUntil],
  });
  if (lockedUntil || wrongTries >= TRIES_UNTIL_RECOVERY) return pinLocked(lockedUntil);
  return wrongPin(triesLeft({ wrongTries }));
}
