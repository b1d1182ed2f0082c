import { setTimeout as pause } from 'node:timers/promises';
import { acknowledgedBetween } from '../bid-times.ts';
import type { Drill } from '../drill.ts';

/** Returns a drill that kills Redis and starts it again, empty, after this many seconds. */
const redisKilled = (seconds: number): Drill => ({
  name: `redis-killed-${seconds}s`,
  fault: `Redis is killed and started again, empty, after ${seconds} s`,
  holds: 'I4 I7 I9; bids continue',
  run: ({ play }) =>
    play({
      auctionMs: seconds * 1_000 + 6_000,
      fault: async ({ redis, announce, moreBids }) => {
        announce('Redis is killed');
        await redis.kill();
        await pause(seconds * 1_000);
        announce('Redis is back, empty');
        await redis.start();
        await moreBids(10);
      },
      judge: ({ history, faultFromMs, faultToMs }) => {
        const count = acknowledgedBetween(history, faultFromMs, faultToMs);
        const least = seconds * 5;
        return count >= least ? [] : [`${count} bids were acknowledged while Redis was away, not ${least}`];
      },
    }),
});

export const redisKilledDrills: readonly Drill[] = [1, 10, 60].map(redisKilled);
