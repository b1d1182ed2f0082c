interface Waiting {
  start(): void;
  refuse(): void;
}

export interface FairTurnsOptions {
  atOnce: number;
  maxWaiting: number;
  /** Creates the error of work that finds no room, or loses it. */
  refusal: () => Error;
}

/**
 * Bounds how much work runs and waits. Clients take turns: each network prefix has a queue of its own, and the queues are
 * served round-robin. When all places are taken, a client with fewer waiting takes the newest place of the longest queue.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions;
  /** In the order of their next turns; none is empty. */
  readonly #queues = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
  }

  async run<Result>(from: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#options.atOnce) this.#running += 1;
    else await this.#wait(from);
    try {
      return await work();
    } finally {
      // The place is handed over, so the number of running ones stays.
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

  /** Makes room for one more of this client's, unless it already has as many as any other. */
  #displace(from: string): boolean {
    let longest: Waiting[] = [];
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= (this.#queues.get(from)?.length ?? 0) + 1) return false;
    longest.pop()?.refuse();
    this.#waiting -= 1;
    return true;
  }
}
