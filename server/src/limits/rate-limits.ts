import { createHash } from 'node:crypto';
import { type LimitName, type LimitRules, limitRules, SITE_FACTOR } from '@copup/shared/limit-rules.ts';
import { addressKeys } from '../client-facts.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import type { RedisConnections } from '../redis.ts';
import { type CountToShare, shareCounts } from './shared-counts.ts';

interface Count {
  points: number;
  windowMs: number;
  /** Monotonic milliseconds. */
  endsAtMs: number;
  /** Accepted here and not yet shared with the other servers. Refused ones are not shared. */
  unshared: number;
}

export interface RateLimitsOptions {
  clock: Clock;
  redis: RedisConnections;
  /** Overrides the rules of the table, for a bench. */
  rules?: Partial<LimitRules>;
}

const SHARE_EVERY_MS = 200;
const FORGET_EVERY_MS = 30_000;
const MAX_KEYS = 200_000;
const MAX_UNSHARED = 5_000;

/** Rate limits that count in memory first; Redis adds up the counts of all servers. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #redis: RedisConnections;
  readonly #rules: LimitRules;
  readonly #counters = new WindowCounters(MAX_KEYS);
  readonly #unshared = new Map<string, Count>();
  #isSharing = false;
  #timers: NodeJS.Timeout[] = [];

  constructor({ clock, redis, rules }: RateLimitsOptions) {
    this.#clock = clock;
    this.#redis = redis;
    this.#rules = { ...limitRules, ...rules };
  }

  /** Takes one point of an account (or a mailed address). Throws RATE_LIMITED with the time to wait; sends no query. */
  consume(name: LimitName, key: string): void {
    const { points, windowMs } = this.#rules[name];
    this.#count(`${name}:${shorten(key)}`, points, windowMs);
  }

  /** Takes one point of a network address; of IPv6, of its /64 and its /48 (S2a). */
  consumeAddress(name: LimitName, address: string): void {
    const { windowMs } = this.#rules[name];
    for (const { key, points } of this.#keysOfAddress(name, address)) this.#count(key, points, windowMs);
  }

  /** Gives back a point taken for an attempt that does not count. */
  giveBack(name: LimitName, key: string): void {
    this.#giveBack(`${name}:${shorten(key)}`);
  }

  giveBackAddress(name: LimitName, address: string): void {
    for (const { key } of this.#keysOfAddress(name, address)) this.#giveBack(key);
  }

  /** Adds this server's counts to the shared ones now instead of within 200 ms. Never rejects. */
  async share(): Promise<void> {
    if (this.#isSharing || this.#unshared.size === 0) return;
    const toSend = new Map(this.#unshared);
    this.#unshared.clear();
    if (!this.#redis.isReady()) return;
    const nowMs = this.#clock.monotonicMs();
    const toShare: CountToShare[] = [];
    for (const [key, count] of toSend) {
      // The shared window ends with the local window that started it; a window that has ended is not shared.
      const leftMs = Math.ceil(count.endsAtMs - nowMs);
      if (leftMs > 0) toShare.push({ key, added: count.unshared, leftMs, windowMs: count.windowMs });
      count.unshared = 0;
    }
    this.#isSharing = true;
    try {
      for (const { key, points, leftMs } of await shareCounts(this.#redis, toShare)) {
        const counted = this.#counters.get(key);
        if (!counted || counted !== toSend.get(key)) continue;
        counted.points = Math.max(counted.points, points + counted.unshared);
        // Redis' clock may jump: no window may last longer than that of its rule.
        counted.endsAtMs = this.#clock.monotonicMs() + Math.min(leftMs, counted.windowMs);
      }
    } catch {
      // Redis is unavailable or slow: each server continues with its own counts.
    } finally {
      this.#isSharing = false;
    }
  }

  start(): void {
    if (this.#timers.length > 0) return;
    this.#timers = [
      setInterval(() => void this.share(), SHARE_EVERY_MS),
      setInterval(() => this.#counters.forgetEnded(this.#clock.monotonicMs()), FORGET_EVERY_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  #count(key: string, points: number, windowMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    const counted = this.#counters.add(key, windowMs, nowMs);
    if (counted.points <= points) {
      counted.unshared += 1;
      this.#markUnshared(key, counted);
      return;
    }
    throw new Refusal('RATE_LIMITED', 'Too many requests. Please wait a moment.', {
      retryAfterS: (counted.endsAtMs - nowMs) / 1_000,
    });
  }

  #giveBack(key: string): void {
    const counted = this.#counters.get(key);
    if (!counted || counted.points === 0) return;
    counted.points -= 1;
    counted.unshared -= 1;
    this.#markUnshared(key, counted);
  }

  #markUnshared(key: string, counted: Count): void {
    if (this.#unshared.size < MAX_UNSHARED) this.#unshared.set(key, counted);
  }

  #keysOfAddress(name: LimitName, address: string): { key: string; points: number }[] {
    const { subscriber, site } = addressKeys(address);
    const { perAddress } = this.#rules[name];
    const own = { key: `${name}@${shorten(subscriber)}`, points: perAddress };
    return site === undefined ? [own] : [own, { key: `${name}@${site}`, points: perAddress * SITE_FACTOR }];
  }
}

/** Shortens a key: keys come from clients, so each takes little memory, and no e-mail address is written to Redis. */
function shorten(key: string): string {
  return /^[\w.:/-]{1,40}$/.test(key)
    ? key
    : createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

/** Counts in windows that start with their first point. Bounded: beyond `max` keys the oldest windows are deleted. */
export class WindowCounters {
  readonly #counts = new Map<string, Count>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(key: string, windowMs: number, nowMs: number): Count {
    let count = this.#counts.get(key);
    if (!count || count.endsAtMs <= nowMs) {
      this.#counts.delete(key);
      this.#makeRoom();
      count = { points: 0, windowMs, endsAtMs: nowMs + windowMs, unshared: 0 };
      this.#counts.set(key, count);
    }
    count.points += 1;
    return count;
  }

  get(key: string): Count | undefined {
    return this.#counts.get(key);
  }

  forgetEnded(nowMs: number): void {
    for (const [key, count] of this.#counts) if (count.endsAtMs <= nowMs) this.#counts.delete(key);
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Does not scan all keys: a client that invents keys must not make each request more expensive. */
  #makeRoom(): void {
    if (this.#counts.size < this.#max) return;
    const oldest = this.#counts.keys().next();
    if (!oldest.done) this.#counts.delete(oldest.value);
  }
}
