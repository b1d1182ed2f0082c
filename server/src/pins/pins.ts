import { createHmac } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { runWithDeadline } from '../deadline.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';

/** Wrong attempts since the last right PIN or recovery after which the PIN is locked for a time (S6). */
const TRIES_UNTIL_LOCK = 5;
/** Wrong attempts after which only a recovery unlocks the PIN (S6). */
const TRIES_UNTIL_RECOVERY = 10;

interface PinTries {
  wrongTries: number;
  lockedUntil: Date | null;
}

type PinLock = { until: Date | null };

/** Returns the lock in force; `until` is null when only a recovery ends it. */
export function lockOf({ wrongTries, lockedUntil }: PinTries, now: Date): PinLock | undefined {
  if (wrongTries >= TRIES_UNTIL_RECOVERY) return { until: null };
  return lockedUntil && lockedUntil > now ? { until: lockedUntil } : undefined;
}

/** Returns how many wrong attempts lead to the next lock. */
function triesLeft({ wrongTries }: Pick<PinTries, 'wrongTries'>): number {
  return (wrongTries < TRIES_UNTIL_LOCK ? TRIES_UNTIL_LOCK : TRIES_UNTIL_RECOVERY) - wrongTries;
}

interface PinRow extends PinTries {
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

type HashDeps = Pick<Deps, 'config' | 'passwords'>;

interface PinOfUser {
  userId: string;
  /** Four digits. */
  pin: string;
  /** The client's network prefix, by which hashing is shared fairly (S2a). */
  network: string;
}

/** Hashes a PIN with a pepper and Argon2id (S6). Throws BUSY when too many requests wait for hashing. */
export function hashPin(deps: HashDeps, given: PinOfUser): Promise<string> {
  return deps.passwords.hash(withPepper(deps, given), given.network);
}

function isRightPin(deps: HashDeps, hash: string, given: PinOfUser): Promise<boolean> {
  return deps.passwords.verify(hash, withPepper(deps, given), given.network);
}

/** Keyed with a secret outside the database: the 10,000 PINs cannot be tried on a stolen database. */
function withPepper({ config }: HashDeps, { userId, pin }: PinOfUser): string {
  return createHmac('sha256', config.secretsKey).update(`pin ${userId} ${pin}`).digest('base64');
}

export const pinNeeded = () => new Refusal('PIN_NEEDED', 'Enter your PIN.');
const pinNotSet = () => new Refusal('PIN_NOT_SET', 'Set a PIN first.');
const wrongPin = (left: number) =>
  new Refusal(
    'WRONG_PIN',
    left === 1 ? 'Wrong PIN. One more wrong attempt locks it.' : `Wrong PIN. ${left} attempts are left.`,
    { details: { tries_left: left } },
  );
/** `until` is null when only a recovery ends the lock. */
const pinLocked = (until: Date | null) =>
  new Refusal(
    'PIN_LOCKED',
    until
      ? 'Your PIN is locked after 5 wrong attempts. Try again later, or recover it.'
      : 'Your PIN is locked after 10 wrong attempts. Recover it to set a new one.',
    { details: { until: until?.toISOString() ?? null } },
  );

/** The PIN is undefined when the request has none (X4). */
type PinAttempt = Omit<PinOfUser, 'pin'> & { pin: string | undefined };

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
