import type { ServerClock } from './server-clock.ts';

/**
 * One timer, on the server's clock, for all components with the same time step, such as countdowns. It stops without listeners,
 * and it sends no requests.
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

  /** Returns the server's time at the last tick; without listeners, at most one step old. */
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
    // Aligned to the server's clock, so that all countdowns change together.
    const untilStepMs = this.#intervalMs - (this.#valueMs % this.#intervalMs);
    this.#timer = setTimeout(() => this.#tick(), Math.ceil(untilStepMs));
    for (const listener of this.#listeners) listener();
  }
}
