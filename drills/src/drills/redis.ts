import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { acknowledgedBetween, bidTimes } from '../bid-times.ts';
import type { Drills } from '../drill.ts';
import { flushAroundEnd } from '../faults.ts';
import { judgeLatency } from '../judges.ts';
import type { World } from '../scene.ts';
import { Watcher } from '../watchers.ts';

const stepMs = 2 * 3_600_000;
const bidsAfterwards = 40;

export const redisDrills: Drills = {
  'redis-flushed': {
    fault: 'Redis FLUSHALL during the bidding and during the close of the auctions',
    holds: 'I3 I7 I9',
    inject: async (world) => {
      world.announce('Redis is flushed repeatedly');
      await world.redis.flush();
      await world.moreBids(20);
      await world.redis.flush();
      await flushAroundEnd(world);
    },
  },
  'redis-clock': {
    fault: "Redis' clock steps back two hours repeatedly, and Redis is flushed after a step",
    holds: 'S2a I4',
    auctionMs: 12_000,
    inject: async ({ redis, recorder, moreBids, announce, addViolation }) => {
      announce("Redis' clock steps back by two hours");
      for (let nth = 0; nth < 5; nth += 1) {
        await moreBids(5);
        await redis.stepClockBack(stepMs);
      }
      const fromMs = Date.now();
      await moreBids(bidsAfterwards / 2);
      await redis.stepClockBack(stepMs);
      await redis.flush();
      await moreBids(bidsAfterwards / 2);
      const bids = acknowledgedBetween(recorder.events, fromMs, Date.now());
      if (bids < bidsAfterwards)
        addViolation(
          `S2a only ${bids} bids were accepted after the steps of the clock: players are locked out`,
        );
    },
  },
  ...Object.fromEntries([1, 10, 60].map((seconds) => [`redis-killed-${seconds}s`, redisKilled(seconds)])),
  'redis-stopped': {
    fault: 'Redis is frozen (SIGSTOP)',
    holds: 'I7; bids at their usual latency, joins work, watchers are up to date within 2 s',
    auctionMs: 37_000,
    short: { auctionMs: 11_000 },
    inject: async (world) => {
      world.announce('Redis is frozen');
      world.redis.freeze();
      const thawAtMs = Date.now() + (world.isShort ? 4_000 : 30_000);
      while (Date.now() < thawAtMs) {
        await watchOne(world);
        await pause(Math.min(1_000, Math.max(0, thawAtMs - Date.now())));
      }
      world.redis.thaw();
    },
    judge: (outcome) => {
      const { history, faultFromMs, faultToMs } = outcome;
      const bids = bidTimes(history, faultFromMs, faultToMs).length;
      return [
        ...judgeLatency(outcome),
        ...(bids > (faultToMs - faultFromMs) / 200 ? [] : ['bids did not continue']),
      ];
    },
  },
  'redis-away': {
    fault: 'Redis is down from the start',
    holds: 'P1 I7 I9',
    isRedisAway: true,
    judge: ({ history }) =>
      acknowledgedBetween(history, 0, Number.POSITIVE_INFINITY) > 30 ? [] : ['too few bids were accepted'],
  },
  'redis-full': {
    fault: 'Redis has reached maxmemory and refuses every write',
    holds: 'I4 I9',
    auctionMs: 10_000,
    inject: async ({ redis, announce, untilEndIs }) => {
      announce('Redis has no memory left');
      await redis.limitMemory(1);
      await untilEndIs(-2_000);
      await redis.limitMemory(0);
    },
  },
};

/** Kills Redis and starts it again, empty, after this many seconds. */
function redisKilled(seconds: number): Drills[string] {
  return {
    fault: `Redis is killed and started again, empty, after ${seconds} s`,
    holds: 'I4 I7 I9; bids continue',
    auctionMs: seconds * 1_000 + 6_000,
    inject: async ({ redis, announce, moreBids }) => {
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
  };
}

/** Joins a room on each server and expects that a bid on one reaches the watchers on the other. */
async function watchOne({ servers, players, watchers, auctions, db, addViolation }: World): Promise<void> {
  const [id = 0] = auctions;
  const room = auctionRoom(id);
  for (const [nth, { url, name }] of servers.entries()) {
    const newcomer = new Watcher('newcomer', [url], 0, players[nth]?.token ?? '', [room]);
    await newcomer
      .until((watcher) => watcher.stateOf(room) !== undefined, 2_000, `join on server ${name}`)
      .catch((error: Error) => addViolation(error.message));
    newcomer.close();
  }
  const { rows } = await db.pool.query<{ version: number }>('SELECT version FROM auctions WHERE id = $1', [
    id,
  ]);
  const version = rows[0]?.version ?? 0;
  await Promise.all(
    watchers.map((watcher) =>
      watcher
        .until(
          ({ records }) => records.every((each) => !isOf(id, each.room) || each.version >= version),
          2_000,
          'news',
        )
        .catch((error: Error) => addViolation(error.message)),
    ),
  );
}

const isOf = (id: number, room: string) => room.replace(/@.*$/, '') === auctionRoom(id);
