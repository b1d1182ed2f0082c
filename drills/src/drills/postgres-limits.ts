import { setTimeout as pause } from 'node:timers/promises';
import { acknowledgedBetween } from '../bid-times.ts';
import type { Drill } from '../drill.ts';
import { judgeNoError, judgeOutage } from '../judge-outage.ts';
import type { World } from '../scene.ts';

const faultMs = 4_000;
const endEveryMs = 500;

export const postgresReadOnly: Drill = {
  name: 'postgres-read-only',
  fault: `PostgreSQL accepts no writes for ${faultMs / 1_000} s`,
  holds: 'I1 I4 I7; 503, never 500, also on /readyz; automatic recovery',
  run: ({ play }) =>
    play({
      auctionMs: 14_000,
      isCloseBlocked: true,
      fault: (world) =>
        during(world, 'read-only', true, {
          begin: async () => {
            await world.db.pool.query('ALTER SYSTEM SET default_transaction_read_only = on');
            await world.db.pool.query('SELECT pg_reload_conf()');
          },
          end: async () => {
            await world.db.pool.query('ALTER SYSTEM RESET default_transaction_read_only');
            await world.db.pool.query('SELECT pg_reload_conf()');
          },
        }),
      judge: judgeOutage,
    }),
};

export const postgresExhausted: Drill = {
  name: 'postgres-exhausted',
  fault: `PostgreSQL has no connection left for the servers for ${faultMs / 1_000} s`,
  holds: 'I1 I4 I7; 503, never 500, also on /readyz; automatic recovery',
  run: ({ play }) =>
    play({
      auctionMs: 14_000,
      isCloseBlocked: true,
      fault: (world) =>
        during(world, 'out of connections', true, {
          begin: async () => {
            await world.db.pool.query('ALTER ROLE copup_server CONNECTION LIMIT 0');
            await endConnections(world);
          },
          end: async () => {
            await world.db.pool.query('ALTER ROLE copup_server CONNECTION LIMIT -1');
          },
        }),
      judge: judgeOutage,
    }),
};

export const postgresConnectionsEnded: Drill = {
  name: 'postgres-connections-ended',
  fault: `every ${endEveryMs} ms all connections of the servers are terminated, for ${(2 * faultMs) / 1_000} s`,
  holds: 'I1 I4 I7 I10; 503, never 500; automatic recovery',
  run: ({ play }) =>
    play({
      auctionMs: 16_000,
      isCloseBlocked: true,
      fault: async (world) => {
        world.announce('all connections are terminated repeatedly');
        for (let endedMs = 0; endedMs < 2 * faultMs; endedMs += endEveryMs) {
          await endConnections(world);
          await pause(endEveryMs);
        }
        await recovers(world);
      },
      judge: judgeNoError,
    }),
};

export const postgresSlowFsync: Drill = {
  name: 'postgres-slow-fsync',
  fault: `each commit waits 100 ms for the disk, then no commit completes for ${faultMs / 1_000} s`,
  holds:
    'I1 I4 I7; each request is answered in bounded time, possibly with 503, never 500; automatic recovery',
  run: ({ play }) =>
    play({
      auctionMs: 18_000,
      isCloseBlocked: true,
      fault: async (world) => {
        const set = async (...settings: string[]) => {
          for (const setting of settings) await world.db.pool.query(`ALTER SYSTEM ${setting}`);
          await world.db.pool.query('SELECT pg_reload_conf()');
        };
        world.announce('each commit takes 100 ms more');
        await set('SET commit_delay = 100000', 'SET commit_siblings = 0');
        await world.moreBids(10);
        world.announce('no commit completes');
        // Every commit waits for the missing standby, as it would for a disk that does not respond.
        await set('RESET commit_delay', 'RESET commit_siblings', `SET synchronous_standby_names = 'nowhere'`);
        await pause(faultMs);
        await set('RESET synchronous_standby_names');
        await recovers(world);
      },
      judge: judgeNoError,
    }),
};

async function during(
  world: World,
  how: string,
  isReadyzJudged: boolean,
  { begin, end }: { begin(): Promise<void>; end(): Promise<void> },
): Promise<void> {
  world.announce(`PostgreSQL is ${how}`);
  await begin();
  try {
    await pause(faultMs / 2);
    if (isReadyzJudged) {
      for (const { url } of world.servers) {
        const status = await statusOf(`${url}/readyz`);
        if (status !== 503) world.addViolation(`/readyz returned ${status} while PostgreSQL was ${how}`);
      }
    }
    await pause(faultMs / 2);
  } finally {
    await end();
  }
  await recovers(world);
}

async function recovers({ announce, moreBids, recorder, endMs, addViolation }: World): Promise<void> {
  announce('PostgreSQL works again');
  const fromMs = Date.now();
  await moreBids(10);
  const bids = acknowledgedBetween(recorder.events, fromMs, Date.now());
  if (endMs - fromMs > faultMs && bids < 10)
    addViolation(`only ${bids} bids were accepted after PostgreSQL worked again`);
}

async function endConnections({ db }: World): Promise<void> {
  await db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'copup_server'`,
  );
}

async function statusOf(url: string): Promise<number> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  await reply.body?.cancel();
  return reply.status;
}
