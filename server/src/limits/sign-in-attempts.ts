import { networkOf } from '../networks.ts';
import type { RateLimits } from './rate-limits.ts';

export interface AttemptBy {
  /** The mailed address that the attempt is for. */
  account: string;
  /** The client's address. */
  address: string;
  /** The hash of its device token, when a user of this account has signed in on that device before. */
  knownDevice: string | undefined;
}

export interface Attempt {
  /** Gives the attempt back: only wrong passwords and codes count. */
  succeeded(): void;
}

/**
 * Counts one attempt with a password or a mailed code before it is checked (S2a). A known device has its own bucket, so
 * that attempts by others never lock its user out. Throws RATE_LIMITED.
 */
export function takeAttempt(limits: RateLimits, { account, address, knownDevice }: AttemptBy): Attempt {
  const name = account.toLowerCase();
  if (knownDevice !== undefined) {
    const key = `${name} ${knownDevice}`;
    limits.consume('login', key);
    return { succeeded: () => limits.giveBack('login', key) };
  }
  const key = `${name} ${networkOf(address)}`;
  // The strict bucket first: attempts that it refuses must not use up the buckets that other clients share.
  limits.consume('login', key);
  limits.consume('loginOfAccount', name);
  limits.consumeAddress('login', address);
  return {
    succeeded() {
      limits.giveBack('login', key);
      limits.giveBack('loginOfAccount', name);
      limits.giveBackAddress('login', address);
    },
  };
}
