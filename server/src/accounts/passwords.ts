import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';
import { commonPasswords } from './common-passwords.ts';
import { FairQueue } from './fair-queue.ts';

export interface Passwords {
  /**
   * Throws WEAK_PASSWORD for one of the most common passwords and BUSY when too many requests wait. `from` is the
   * client's network prefix: prefixes are served round-robin (S2a).
   */
  hash(password: string, from?: string): Promise<string>;
  /** Takes the same time whether or not there is a hash; returns false when there is none. */
  verify(hash: string | null | undefined, password: string, from?: string): Promise<boolean>;
}

/** The value of the library's const enum, which type stripping cannot import. */
const ARGON2ID = 2;
/** Parameters of S2. Memory is in KiB. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Each hash takes one thread of the pool for about 20 ms; the other threads stay free for files and compression. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

/** The queue of the server's own hashes. */
const HERE = 'here';

/** Limits concurrent hashing: a wave of sign-ins waits or is refused with BUSY, and other requests are not delayed. */
export function createPasswords({ maxWaiting = MAX_WAITING } = {}): Passwords {
  const queue = new FairQueue({
    atOnce: AT_ONCE,
    maxWaiting,
    refusal: () =>
      new Refusal('BUSY', 'Too many people are signing in right now. Please try again.', { retryAfterS: 2 }),
  });
  // The hash to compare with when there is no account: created once, from random bytes.
  let standIn: Promise<string> | undefined;
  return {
    async hash(password, from = HERE) {
      assertUncommon(password);
      return queue.run(from, () => hash(password, OPTIONS));
    },
    async verify(known, password, from = HERE) {
      standIn ??= hash(randomUUID(), OPTIONS);
      const compared = known ?? (await standIn);
      const isRight = await queue.run(from, () => verify(compared, password));
      return isRight && known !== null && known !== undefined;
    },
  };
}

/** Throws WEAK_PASSWORD for one of the most common passwords, in any case (S2). */
export function assertUncommon(password: string): void {
  if (commonPasswords().has(password.toLowerCase())) {
    throw new Refusal('WEAK_PASSWORD', 'This password is too common. Please choose another.');
  }
}
