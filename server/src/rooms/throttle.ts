const SECOND_MS = 1_000;

/**
 * Decides when the next frame may be sent: the first at once, then a state at most every `minIntervalMs`, and never
 * more frames within a second than that allows, including those with only a new number of watchers (A9). Times are
 * monotonic milliseconds.
 */
export class Throttle {
  readonly #minIntervalMs: () => number;
  #stateAtMs = Number.NEGATIVE_INFINITY;
  #recentMs: number[] = [];

  constructor(minIntervalMs: () => number) {
    this.#minIntervalMs = minIntervalMs;
  }

  stateDueAtMs(): number {
    const intervalMs = this.#minIntervalMs();
    const perSecond = Math.max(1, Math.floor(SECOND_MS / intervalMs));
    const oldest = this.#recentMs.at(-perSecond);
    const windowEndMs = oldest === undefined ? Number.NEGATIVE_INFINITY : oldest + SECOND_MS;
    return Math.max(this.#stateAtMs + intervalMs, windowEndMs);
  }

  /** Returns when a frame with only a new number of watchers may be sent: after a second without frames. */
  quietDueAtMs(): number {
    return (this.#recentMs.at(-1) ?? Number.NEGATIVE_INFINITY) + SECOND_MS;
  }

  sent(nowMs: number, isState: boolean): void {
    if (isState) this.#stateAtMs = nowMs;
    this.#recentMs.push(nowMs);
    const firstKept = this.#recentMs.findIndex((at) => at > nowMs - SECOND_MS);
    if (firstKept > 0) this.#recentMs.splice(0, firstKept);
  }
}
