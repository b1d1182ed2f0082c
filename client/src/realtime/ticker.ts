import type { ServerClock } from './server-clock.ts';

/**
 * One timer for all who show the passing of time in the same steps, on the server's clock. It stands still while
 * nobody looks. The clock of a countdown; it asks nobody anything.
 */
export class Ticker {
  readonly #clock: ServerClock;
  readonly #intervalMs: number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: (() => void) | undefined;
  #valueMs: number;

  constructor(clock: ServerClock, intervalMs: number) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#valueMs = clock.now();
  }

  /** The server's time at the last tick; before anybody looks, not older than a step. */
  read = (): number => {
    if (this.#listeners.size === 0) {
      const nowMs = this.#clock.now();
      if (Math.abs(nowMs - this.#valueMs) >= this.#intervalMs) this.#valueMs = nowMs;
    }
    return this.#valueMs;
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.#stopListening = this.#clock.onChange(() => this.#tick());
      this.#tick();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#stopListening?.();
    };
  };

  #tick(): void {
    clearTimeout(this.#timer);
    this.#valueMs = this.#clock.now();
    // On the step of the server's clock, so that all countdowns turn together.
    const untilStepMs = this.#intervalMs - (this.#valueMs % this.#intervalMs);
    this.#timer = setTimeout(() => this.#tick(), Math.ceil(untilStepMs));
    for (const listener of this.#listeners) listener();
  }
}
