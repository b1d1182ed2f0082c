import { setTimeout as pause } from 'node:timers/promises';
import type { LoadRealm } from './realm.ts';

const EVERY_MS = 1_000;

/**
 * The operator who decides payouts while players request them: rejects every third one and approves the others, of
 * which every second one is returned later. The rest stay pending.
 */
export class PayoutDesk {
  readonly #realm: LoadRealm;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly errors: string[] = [];

  constructor(realm: LoadRealm) {
    this.#realm = realm;
    this.#running = this.#run();
  }

  /** Resolves when no decision is under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#decideAll().catch((error: Error) => this.errors.push(error.message));
      await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #decideAll(): Promise<void> {
    for (const { id, status } of await this.#realm.listPayouts()) {
      if (this.#stop.signal.aborted) return;
      if (status === 'pending') await this.#realm.decidePayout(id, id % 3 === 0 ? 'reject' : 'approve');
      else if (status === 'approved' && id % 2 === 0) await this.#realm.decidePayout(id, 'return');
    }
  }
}
