export interface BucketRule {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * A bucket that holds at most `burst` tokens and regains `perSecond` of them each second. Times are monotonic
 * milliseconds. Every socket has several buckets, so the fields are small integers, which use the least memory.
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

  /** Returns false when fewer than `count` are left, and takes none. */
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
    // The remaining fraction of a token counts from then on.
    this.#filledAtMs = isFull ? nowMs : this.#filledAtMs + Math.ceil((gained * 1_000) / perSecond);
  }
}
