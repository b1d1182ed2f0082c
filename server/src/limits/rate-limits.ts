import { createHash } from 'node:crypto';
import { type LimitName, type LimitRules, limitRules, SITE_FACTOR } from '@copup/shared/limit-rules.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import { addressKeys } from '../networks.ts';
import type { RedisConnections } from '../redis.ts';
import { type CountToShare, shareCounts } from './shared-counts.ts';
import { type Count, WindowCounters } from './window-counters.ts';

export interface RateLimits {
  /** Takes one point of an account (or a mailed address). Throws RATE_LIMITED with the time to wait; sends no query. */
  consume(name: LimitName, key: string): void;
  /** Takes one point of a network address; of IPv6, of its /64 and its /48 (S2a). */
  consumeAddress(name: LimitName, address: string): void;
  /** Gives back a point taken for an attempt that does not count. */
  giveBack(name: LimitName, key: string): void;
  giveBackAddress(name: LimitName, address: string): void;
  /** Adds this server's counts to the shared ones now instead of within 200 ms. Never rejects. */
  share(): Promise<void>;
  start(): void;
  stop(): void;
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

/** Creates rate limits that count in memory first; Redis adds up the counts of all servers. */
export function createRateLimits({ clock, redis, rules }: RateLimitsOptions): RateLimits {
  const table: LimitRules = { ...limitRules, ...rules };
  const counters = new WindowCounters(MAX_KEYS);
  const unshared = new Map<string, Count>();
  let isSharing = false;
  let timers: NodeJS.Timeout[] = [];

  function count(key: string, points: number, windowMs: number): void {
    const nowMs = clock.monotonicMs();
    const counted = counters.add(key, windowMs, nowMs);
    if (counted.points <= points) {
      counted.unshared += 1;
      if (unshared.size < MAX_UNSHARED) unshared.set(key, counted);
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
    counted.unshared -= 1;
    if (unshared.size < MAX_UNSHARED) unshared.set(key, counted);
  }

  function keysOfAddress(name: LimitName, address: string): { key: string; points: number }[] {
    const { subscriber, site } = addressKeys(address);
    const { perAddress } = table[name];
    const own = { key: `${name}@${shorten(subscriber)}`, points: perAddress };
    return site === undefined ? [own] : [own, { key: `${name}@${site}`, points: perAddress * SITE_FACTOR }];
  }

  async function share(): Promise<void> {
    if (isSharing || unshared.size === 0) return;
    const toSend = new Map(unshared);
    unshared.clear();
    if (!redis.isReady()) return;
    const nowMs = clock.monotonicMs();
    const toShare: CountToShare[] = [];
    for (const [key, count] of toSend) {
      // The shared window ends with the local window that started it; a window that has ended is not shared.
      const leftMs = Math.ceil(count.endsAtMs - nowMs);
      if (leftMs > 0) toShare.push({ key, added: count.unshared, leftMs, windowMs: count.windowMs });
      count.unshared = 0;
    }
    isSharing = true;
    try {
      for (const { key, points, leftMs } of await shareCounts(redis, toShare)) {
        const counted = counters.get(key);
        if (!counted || counted !== toSend.get(key)) continue;
        counted.points = Math.max(counted.points, points + counted.unshared);
        // Redis' clock may jump: no window may last longer than its rule says.
        counted.endsAtMs = clock.monotonicMs() + Math.min(leftMs, counted.windowMs);
      }
    } catch {
      // Redis is unavailable or slow: each server continues with its own counts.
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

/** Shortens a key: keys come from clients, so each takes little memory, and no e-mail address is written to Redis. */
function shorten(key: string): string {
  return /^[\w.:/-]{1,40}$/.test(key)
    ? key
    : createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
