export interface BucketRule {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * A full bucket holds `burst` tokens and gets `perSecond` of them back each second. Times are monotonic milliseconds. Every
 * socket has several buckets: whole numbers take the least memory.
 */
export class TokenBucket {
  readonly #rule: BucketRule;
  #tokens: number;
  #filledAtMs: number;

  constructor(rule: BucketRule, nowMs: number) {
    this.#rule = rule;
    this.#tokens = rule.burst;
    this.#filledAtMs = Math.floor(nowMs);
  }

  /** False when fewer than `count` are left; then none is taken. */
  take(count: number, nowMs: number): boolean {
    this.#fill(Math.floor(nowMs));
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  #fill(nowMs: number): void {
    const { burst, perSecond } = this.#rule;
    const gained = Math.floor(((nowMs - this.#filledAtMs) * perSecond) / 1_000);
    if (gained <= 0) return;
    const isFull = this.#tokens + gained >= burst;
    this.#tokens = isFull ? burst : this.#tokens + gained;
    // The part of a token that is left over counts from then on.
    this.#filledAtMs = isFull ? nowMs : this.#filledAtMs + Math.ceil((gained * 1_000) / perSecond);
  }
}
