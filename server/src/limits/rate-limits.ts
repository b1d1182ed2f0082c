import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import { addressKeys } from '../networks.ts';
import type { RedisConnections } from '../redis.ts';
import { type LimitName, type LimitRules, limitRules, SITE_FACTOR } from './limit-rules.ts';
import { type CountToShare, shareCounts } from './shared-counts.ts';
import { type Count, WindowCounters } from './window-counters.ts';

export interface RateLimits {
  /** One point of an account (or a mailed address). Throws RATE_LIMITED with the time to wait; asks nobody. */
  consume(name: LimitName, key: string): void;
  /** One point of a network address; of IPv6, of its /64 and its /48 (S2a). */
  consumeAddress(name: LimitName, address: string): void;
  /** Returns a point that was taken for something that does not count after all. */
  giveBack(name: LimitName, key: string): void;
  giveBackAddress(name: LimitName, address: string): void;
  /** Adds what was counted here to everybody's, now instead of within 200 ms. Never rejects. */
  share(): Promise<void>;
  start(): void;
  stop(): void;
}

export interface RateLimitsOptions {
  clock: Clock;
  redis: RedisConnections;
  /** Other figures than the table's, for a bench. */
  rules?: Partial<LimitRules>;
}

const SHARE_EVERY_MS = 200;
const FORGET_EVERY_MS = 30_000;
const MAX_KEYS = 200_000;
const MAX_UNTOLD = 5_000;

/** Counted in memory first and at once; what was counted is added up over all servers when Redis answers. */
export function createRateLimits({ clock, redis, rules }: RateLimitsOptions): RateLimits {
  const table: LimitRules = { ...limitRules, ...rules };
  const counters = new WindowCounters(MAX_KEYS);
  const untold = new Map<string, Count>();
  let isSharing = false;
  let timers: NodeJS.Timeout[] = [];

  function count(key: string, points: number, windowMs: number): void {
    const nowMs = clock.monotonicMs();
    const counted = counters.add(key, windowMs, nowMs);
    if (counted.points <= points) {
      counted.untold += 1;
      if (untold.size < MAX_UNTOLD) untold.set(key, counted);
      return;
    }
    throw new Refusal('RATE_LIMITED', 'Too many requests. Please wait a moment.', {
      retryAfterS: Math.max(1, Math.ceil((counted.endsAtMs - nowMs) / 1_000)),
    });
  }

  function giveBack(key: string): void {
    const counted = counters.get(key);
    if (!counted || counted.points === 0) return;
    counted.points -= 1;
    counted.untold -= 1;
    if (untold.size < MAX_UNTOLD) untold.set(key, counted);
  }

  function keysOfAddress(name: LimitName, address: string): { key: string; points: number }[] {
    const { subscriber, site } = addressKeys(address);
    const { perAddress } = table[name];
    const own = { key: `${name}@${shorten(subscriber)}`, points: perAddress };
    return site === undefined ? [own] : [own, { key: `${name}@${site}`, points: perAddress * SITE_FACTOR }];
  }

  async function share(): Promise<void> {
    if (isSharing || untold.size === 0) return;
    const told = new Map(untold);
    untold.clear();
    if (!redis.isReady()) return;
    const nowMs = clock.monotonicMs();
    const toShare: CountToShare[] = [];
    for (const [key, count] of told) {
      // The shared window ends with the one here that began it; one that has ended is not shared.
      const leftMs = Math.ceil(count.endsAtMs - nowMs);
      if (leftMs > 0) toShare.push({ key, added: count.untold, leftMs, windowMs: count.windowMs });
      count.untold = 0;
    }
    isSharing = true;
    try {
      for (const { key, points, leftMs } of await shareCounts(redis, toShare)) {
        const counted = counters.get(key);
        if (!counted || counted !== told.get(key)) continue;
        counted.points = Math.max(counted.points, points + counted.untold);
        // Redis' clock may step: no window lasts longer than its rule says.
        counted.endsAtMs = clock.monotonicMs() + Math.min(leftMs, counted.windowMs);
      }
    } catch {
      // Away or slow: each server goes on by its own counts.
    } finally {
      isSharing = false;
    }
  }

  return {
    consume: (name, key) => count(`${name}:${shorten(key)}`, table[name].points, table[name].windowMs),
    consumeAddress(name, address) {
      for (const { key, points } of keysOfAddress(name, address)) count(key, points, table[name].windowMs);
    },
    giveBack: (name, key) => giveBack(`${name}:${shorten(key)}`),
    giveBackAddress(name, address) {
      for (const { key } of keysOfAddress(name, address)) giveBack(key);
    },
    share,
    start() {
      if (timers.length > 0) return;
      timers = [
        setInterval(() => void share(), SHARE_EVERY_MS),
        setInterval(() => counters.forgetEnded(clock.monotonicMs()), FORGET_EVERY_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}

/** Keys come from clients: each takes little memory, and no mail address is written to Redis. */
function shorten(key: string): string {
  return /^[\w.:/-]{1,40}$/.test(key)
    ? key
    : createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
