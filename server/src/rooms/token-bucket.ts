export interface BucketRule {
  readonly burst: number;
  readonly perSecond: number;
}

/** A full bucket holds `burst` tokens and gets `perSecond` of them back each second. Times are monotonic milliseconds. */
export class TokenBucket {
  readonly #rule: BucketRule;
  #tokens: number;
  #filledAtMs: number;

  constructor(rule: BucketRule, nowMs: number) {
    this.#rule = rule;
    this.#tokens = rule.burst;
    this.#filledAtMs = nowMs;
  }

  /** False when fewer than `count` are left; then none is taken. */
  take(count: number, nowMs: number): boolean {
    const { burst, perSecond } = this.#rule;
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#filledAtMs) / 1_000) * perSecond);
    this.#filledAtMs = nowMs;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
