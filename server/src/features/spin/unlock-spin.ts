import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { commitSeed, readSeeds } from '../../fairness/server-seeds.ts';
import { WHEEL } from './spin-subject.ts';
import { wrongPasscode } from './spins.errors.ts';
import { spinUnlocks } from './spins.tables.ts';

type UnlockDeps = Pick<Deps, 'db' | 'settings' | 'config' | 'randomBytes'>;

/**
 * Unlocks the wheel for a user, until the passcode changes (B1, B5). The first unlock also draws the server seed of the
 * user's spin, so that its commitment is published before the spin (F1). Throws WRONG_PASSCODE.
 */
export async function unlockSpin(
  deps: UnlockDeps,
  { userId, passcode }: { userId: string; passcode: string },
): Promise<void> {
  const wanted = await deps.settings.read(deps.db, 'spinPasscode');
  const entered = digestOf(passcode);
  if (!isPasscode(entered, wanted)) throw wrongPasscode();
  await inTransaction(deps.db, async (tx) => {
    // Its lock orders the unlocks of a user: only the first one finds no seed.
    await tx.orm
      .insert(spinUnlocks)
      .values({ userId, passcodeDigest: entered })
      .onConflictDoUpdate({ target: spinUnlocks.userId, set: { passcodeDigest: entered } });
    const seeds = await readSeeds(tx, deps, WHEEL, [userId]);
    if (!seeds.has(userId)) await commitSeed(tx, deps, WHEEL, userId);
  });
}

/** Returns whether the user has entered the passcode that is valid now, on any server. */
export async function isUnlocked(
  source: Database | Transaction,
  { settings }: Pick<Deps, 'settings'>,
  userId: string,
): Promise<boolean> {
  const [row] = await source.orm
    .select({ digest: spinUnlocks.passcodeDigest })
    .from(spinUnlocks)
    .where(eq(spinUnlocks.userId, userId));
  return row !== undefined && isPasscode(row.digest, await settings.read(source, 'spinPasscode'));
}

/** Hashes both, so that the comparison takes the same time for every passcode and length. No passcode unlocks nothing. */
const isPasscode = (digest: Buffer, wanted: string): boolean =>
  timingSafeEqual(digest, digestOf(wanted)) && wanted !== '';

const digestOf = (passcode: string): Buffer => createHash('sha256').update(passcode).digest();
