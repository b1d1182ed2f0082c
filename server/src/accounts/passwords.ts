import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';
import { commonPasswords } from './common-passwords.ts';

export interface Passwords {
  /** Throws WEAK_PASSWORD for one of the commonest, BUSY when too many wait. */
  hash(password: string): Promise<string>;
  /** Does the same work whether or not there is a hash, and says no when there is none. */
  verify(hash: string | null | undefined, password: string): Promise<boolean>;
}

/** The library's constant enum, which type stripping cannot read. */
const ARGON2ID = 2;
/** S2. Memory is in KiB. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Each takes a thread of the pool for some 20 ms; the others stay free for files and compression. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

/** Bounded in concurrency: a wave of sign-ins waits or is told to come again, and everything else goes on. */
export function createPasswords({ maxWaiting = MAX_WAITING } = {}): Passwords {
  const inTurn = bounded(maxWaiting);
  // Compared with when there is no account: made once, of something nobody can type.
  let standIn: Promise<string> | undefined;
  return {
    async hash(password) {
      assertUncommon(password);
      return inTurn(() => hash(password, OPTIONS));
    },
    async verify(known, password) {
      standIn ??= hash(randomUUID(), OPTIONS);
      const compared = known ?? (await standIn);
      const isRight = await inTurn(() => verify(compared, password));
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

function bounded(maxWaiting: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= maxWaiting) {
        throw new Refusal('BUSY', 'Too many sign in at this moment. Please try again.', { retryAfterS: 2 });
      }
      // Whoever ends hands its place over, so `running` stays.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
