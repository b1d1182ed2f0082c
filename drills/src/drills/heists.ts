import { setTimeout as pause } from 'node:timers/promises';
import type { Drills } from '../drill.ts';
import { clockEnv, killServer, lockUntilClosersWait } from '../faults.ts';
import { judgeHeists, playHeists } from '../heists-in-play.ts';
import type { World } from '../scene.ts';

const common = { spares: 10, auctionMs: 14_000, judge: judgeHeists };
const observeEveryMs = 20;

export const heistDrills: Drills = {
  'heist-server-killed': {
    fault: 'a server is killed (-9) within 200 ms around the start of heists, with holders on both servers',
    holds: 'I3 I4 I7 I9; the other server opens the vaults, every holder gets the question, none early',
    ...common,
    inject: async (world) => {
      const heists = await playHeists(world);
      await heists.untilStartIs(world.random.int(-100, 100));
      await killServer(world, 'killed at the start');
      await heists.answered;
    },
  },
  'heist-redis-away': {
    fault: 'Redis is killed before the start of heists and started again, empty, after it',
    holds: 'P1 I3 I7 I9; the sweep starts the heists, holders get the question, none early',
    ...common,
    inject: async (world) => {
      const heists = await playHeists(world);
      await heists.untilStartIs(1_000);
      world.announce('Redis is killed');
      await world.redis.kill();
      await heists.untilStartIs(-3_000);
      await expectStarted(world, heists.ids);
      world.announce('Redis is back, empty');
      await world.redis.start();
      await heists.answered;
    },
  },
  'heist-two-closers': {
    fault: 'scheduled jobs, periodic sweeps and lanes of two servers close the same heists at once',
    holds: 'I3 I6 I9; one winner, one prize',
    ...common,
    inject: async (world) => {
      const heists = await playHeists(world);
      await heists.answered;
      await lockUntilClosersWait(world, 'heists');
    },
  },
  'heist-server-clock': {
    fault: 'the clock of one server is five minutes ahead, then behind, while heists start and end',
    holds: 'I3 I5 I9; no heist starts or closes before its time, none late',
    ...common,
    env: clockEnv(
      `name === 'one' ? (Math.floor(performance.now() / 3_000) % 2 === 0 ? 1 : -1) * 300_000 : 0`,
    ),
    inject: async (world) => {
      const heists = await playHeists(world);
      world.announce('the clock of server one is wrong');
      const over = new AbortController();
      const observing = observeTimes(world, heists.ids, over.signal);
      await heists.answered;
      await world.untilEndIs(-2_000);
      over.abort();
      await observing;
    },
  },
};

async function expectStarted({ db, addViolation }: World, ids: readonly number[]): Promise<void> {
  const { rows } = await db.pool.query<{ id: number; status: string }>(
    'SELECT id, status FROM heists WHERE id = ANY($1::int[])',
    [ids],
  );
  for (const { id, status } of rows)
    if (status !== 'started') addViolation(`heist ${id} is ${status} 3 s after its start without Redis`);
}

/** Reports a heist that the database's clock shows to be started or closed too early. */
async function observeTimes(
  { db, addViolation }: World,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const early = new Set<string>();
  while (!signal.aborted) {
    const { rows } = await db.pool.query<{ id: number; status: string }>(
      `SELECT id, status FROM heists WHERE id = ANY($1::int[])
        AND (status = 'started' AND clock_timestamp() < starts_at
          OR status IN ('completed', 'cancelling', 'cancelled') AND clock_timestamp() < end_date)`,
      [ids],
    );
    for (const { id, status } of rows) early.add(`heist ${id} was ${status} before its time`);
    await pause(observeEveryMs);
  }
  for (const text of early) addViolation(text);
}
