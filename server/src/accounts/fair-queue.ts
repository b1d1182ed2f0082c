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
