const MAX_IDS = 500;
const GIVE_UP_AFTER_MS = 3_000;

interface Waiting<Value> {
  promise: Promise<Value | undefined>;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads shared by all who ask: one running, one next. A read always starts after the question, so it is as fresh as
 * one's own; 5,000 joiners of one room cost a handful of reads. At most 500 ids go into one; one that hangs is given
 * up after three seconds, so that joins never hang with it.
 */
export class SharedReads<Value> {
  readonly #read: (ids: string[]) => Promise<Map<string, Value>>;
  #next = new Map<string, Waiting<Value>>();
  #isRunning = false;

  constructor(read: (ids: string[]) => Promise<Map<string, Value>>) {
    this.#read = read;
  }

  /** Undefined when there is nothing of this id. Rejects with what the read threw. */
  get(id: string): Promise<Value | undefined> {
    let waiting = this.#next.get(id);
    if (!waiting) {
      waiting = Promise.withResolvers<Value | undefined>();
      this.#next.set(id, waiting);
      if (!this.#isRunning) this.#start();
    }
    return waiting.promise;
  }

  #start(): void {
    this.#isRunning = true;
    // Those who ask in the same turn of the loop go together.
    setImmediate(() => {
      void this.#run().finally(() => {
        this.#isRunning = false;
        if (this.#next.size > 0) this.#start();
      });
    });
  }

  async #run(): Promise<void> {
    const batch = [...this.#next].slice(0, MAX_IDS);
    for (const [id] of batch) this.#next.delete(id);
    let timer: NodeJS.Timeout | undefined;
    try {
      const giveUp = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the read took too long')), GIVE_UP_AFTER_MS);
      });
      const found = await Promise.race([this.#read(batch.map(([id]) => id)), giveUp]);
      for (const [id, waiting] of batch) waiting.resolve(found.get(id));
    } catch (error) {
      for (const [, waiting] of batch) waiting.reject(error);
    } finally {
      clearTimeout(timer);
    }
  }
}
