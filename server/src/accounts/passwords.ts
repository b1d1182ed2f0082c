import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';
import { commonPasswords } from './common-passwords.ts';

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

interface Waiting {
  start(): void;
  refuse(): void;
}

export interface FairQueueOptions {
  atOnce: number;
  maxWaiting: number;
  /** Creates the error for work that is refused or displaced because the queue is full. */
  refusal: () => Error;
}

/**
 * Limits how much work runs and waits. Each network prefix has its own queue, and the queues are served round-robin.
 * When the limit is reached, a client with fewer waiting requests displaces the newest request of the longest queue.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order in which they are served next; none is empty. */
  readonly #queues = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  async run<Result>(from: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#options.atOnce) this.#running += 1;
    else await this.#wait(from);
    try {
      return await work();
    } finally {
      // The next work takes over this place, so the number of running ones stays the same.
      const next = this.#takeNext();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #wait(from: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { start: resolve, refuse: () => reject(this.#options.refusal()) };
      if (this.#waiting >= this.#options.maxWaiting && !this.#displace(from)) return waiting.refuse();
      const queue = this.#queues.get(from);
      if (queue) queue.push(waiting);
      else this.#queues.set(from, [waiting]);
      this.#waiting += 1;
    });
  }

  #takeNext(): Waiting | undefined {
    const [first] = this.#queues;
    if (!first) return undefined;
    const [from, queue] = first;
    const next = queue.shift();
    this.#queues.delete(from);
    if (queue.length > 0) this.#queues.set(from, queue);
    this.#waiting -= 1;
    return next;
  }

  /**
   * Displaces a waiting request of another client for one of this client, unless this client already has as many as any
   * other.
   */
  #displace(from: string): boolean {
    let longest: Waiting[] = [];
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= (this.#queues.get(from)?.length ?? 0) + 1) return false;
    longest.pop()?.refuse();
    this.#waiting -= 1;
    return true;
  }
}
