import { networkOf } from '../client-facts.ts';
import type { Refusal } from '../errors.ts';
import type { RateLimits } from '../limits/rate-limits.ts';

export interface AttemptBy {
  /** The mailed address that the attempt is for. */
  account: string;
  /** The client's address. */
  address: string;
  /** The hash of its device token, when a user of this account has signed in on that device before. */
  knownDevice: string | undefined;
  /** Whether a mailed code is tried: each has attempts of its own, so the limit of the account does not apply (S1a). */
  isOneTimeCode?: boolean;
  /** Lets the client go on where others have used up the limits that it shares with them. */
  proofOfWork?: {
    /** Whether the client has solved an earlier challenge. */
    isDone: boolean;
    /** Returns the refusal with a challenge. */
    request: () => Refusal;
  };
}

export interface Attempt {
  /** Gives the attempt back: only wrong passwords and codes count. */
  succeeded(): void;
}

/**
 * Counts one attempt with a password or a mailed code before it is checked (S2a). A known device has its own bucket, and a
 * new one goes on with a proof of work, so that attempts by others never lock their user out. Throws RATE_LIMITED.
 */
export function takeAttempt(limits: RateLimits, by: AttemptBy): Attempt {
  const { address, knownDevice, isOneTimeCode = false, proofOfWork } = by;
  const account = by.account.toLowerCase();
  const key = `${account} ${knownDevice ?? networkOf(address)}`;
  // The strict bucket first: attempts that it refuses must not use up the buckets that other clients share.
  limits.consume('login', key);
  if (knownDevice !== undefined || proofOfWork?.isDone)
    return { succeeded: () => limits.giveBack('login', key) };
  try {
    if (!isOneTimeCode) limits.consume('loginOfAccount', account);
    limits.consumeAddress('login', address);
  } catch (error) {
    // Nothing was compared.
    limits.giveBack('login', key);
    throw proofOfWork?.request() ?? error;
  }
  return {
    succeeded() {
      limits.giveBack('login', key);
      if (!isOneTimeCode) limits.giveBack('loginOfAccount', account);
      limits.giveBackAddress('login', address);
    },
  };
}
