import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';
import { commonPasswords } from './common-passwords.ts';
import { FairTurns } from './fair-turns.ts';

export interface Passwords {
  /**
   * Throws WEAK_PASSWORD for one of the commonest, BUSY when too many wait. `from` is the client's network prefix: prefixes
   * take turns (S2a).
   */
  hash(password: string, from?: string): Promise<string>;
  /** Does the same work whether or not there is a hash, and returns false when there is none. */
  verify(hash: string | null | undefined, password: string, from?: string): Promise<boolean>;
}

/** The library's constant enum, which type stripping cannot read. */
const ARGON2ID = 2;
/** S2. Memory is in KiB. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Each takes a thread of the pool for some 20 ms; the others stay free for files and compression. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

/** What the server itself hashes. */
const HERE = 'here';

/** Bounded in concurrency: a wave of sign-ins waits or is refused with BUSY, and everything else goes on. */
export function createPasswords({ maxWaiting = MAX_WAITING } = {}): Passwords {
  const turns = new FairTurns({
    atOnce: AT_ONCE,
    maxWaiting,
    refusal: () =>
      new Refusal('BUSY', 'Too many people are signing in right now. Please try again.', { retryAfterS: 2 }),
  });
  // Compared with when there is no account: made once, of something nobody can type.
  let standIn: Promise<string> | undefined;
  return {
    async hash(password, from = HERE) {
      assertUncommon(password);
      return turns.run(from, () => hash(password, OPTIONS));
    },
    async verify(known, password, from = HERE) {
      standIn ??= hash(randomUUID(), OPTIONS);
      const compared = known ?? (await standIn);
      const isRight = await turns.run(from, () => verify(compared, password));
      return isRight && known !== null && known !== undefined;
    },
  };
}

/** S2: none of the commonest, whatever the case. */
export function assertUncommon(password: string): void {
  if (commonPasswords().has(password.toLowerCase())) {
    throw new Refusal('WEAK_PASSWORD', 'This password is one of the commonest. Please choose another.');
  }
}
