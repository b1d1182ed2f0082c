import { withDeadline } from './deadline.ts';

/**
 * Runs one piece of work, never concurrently with itself: a thousand scheduled jobs of one instant cause one or two
 * runs.
 */
export interface SingleFlight {
  readonly isRunning: boolean;
  /** Joins the current run, or starts one. */
  join(): Promise<void>;
  /**
   * Returns a run that starts after this call: the current one may have read before the caller's change. Callers share
   * it.
   */
  fresh(): Promise<void>;
}

export function singleFlight(run: () => Promise<void>): SingleFlight {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    get isRunning() {
      return running !== undefined;
    },
    join: () => running ?? next ?? begin(),
    fresh() {
      if (next) return next;
      if (!running) return begin();
      next = running.then(begin, begin);
      return next;
    },
  };
}

const MAX_IDS = 500;
const GIVE_UP_AFTER_MS = 3_000;

interface Waiting<Value> {
  promise: Promise<Value | undefined>;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
}

export interface BatchReadsOptions {
  /**
   * A read that takes longer is abandoned, and its calls are rejected. 3 s by default; null: the database limits it.
   */
  giveUpAfterMs?: number | null;
  /** The maximum number of waiting ids; further calls reject with `refusal()`. */
  maxWaiting?: { count: number; refusal: () => Error };
}

/**
 * Shares reads among callers: one runs, one is next. A read always starts after the call, so it is as fresh as a read
 * by the caller; 5,000 joiners of one room cause a handful of reads. One read takes at most 500 ids.
 */
export class BatchReads<Value> {
  readonly #read: (ids: string[]) => Promise<ReadonlyMap<string, Value>>;
  readonly #options: BatchReadsOptions;
  readonly #next = new Map<string, Waiting<Value>>();
  #isRunning = false;

  constructor(read: (ids: string[]) => Promise<ReadonlyMap<string, Value>>, options: BatchReadsOptions = {}) {
    this.#read = read;
    this.#options = options;
  }

  /** Returns undefined when nothing has this id. Rejects with the error of the read. */
  get(id: string): Promise<Value | undefined> {
    let waiting = this.#next.get(id);
    if (!waiting) {
      const { maxWaiting } = this.#options;
      if (maxWaiting && this.#next.size >= maxWaiting.count) return Promise.reject(maxWaiting.refusal());
      waiting = Promise.withResolvers<Value | undefined>();
      this.#next.set(id, waiting);
      if (!this.#isRunning) this.#start();
    }
    return waiting.promise;
  }

  #start(): void {
    this.#isRunning = true;
    // Calls within one turn of the event loop share a read.
    setImmediate(() => {
      void this.#run().finally(() => {
        this.#isRunning = false;
        if (this.#next.size > 0) this.#start();
      });
    });
  }

  async #run(): Promise<void> {
    const batch: [string, Waiting<Value>][] = [];
    for (const one of this.#next) {
      if (batch.length === MAX_IDS) break;
      batch.push(one);
      this.#next.delete(one[0]);
    }
    const { giveUpAfterMs = GIVE_UP_AFTER_MS } = this.#options;
    try {
      const read = this.#read(batch.map(([id]) => id));
      const found = await (giveUpAfterMs === null ? read : withDeadline(read, giveUpAfterMs, tookTooLong));
      for (const [id, waiting] of batch) waiting.resolve(found.get(id));
    } catch (error) {
      for (const [, waiting] of batch) waiting.reject(error);
    }
  }
}

function tookTooLong(): never {
  throw new Error('the read took too long');
}
