import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runQuietly } from '../../../scripts/processes.ts';
import { bidTimes, quantile } from '../bid-times.ts';
import type { Drills } from '../drill.ts';
import { cutCommits, expectBids } from '../faults.ts';
import { judgeNoError, judgeOutage } from '../judges.ts';
import type { NpmStartWorld } from '../npm-start-scenario.ts';
import type { World } from '../scene.ts';

const awayMs = 1_000;
const faultMs = 4_000;
const endEveryMs = 500;
const diskMb = 160;
const fullMs = 3_000;
const mostMs = 5_000;
const services = { postgres: 'PostgreSQL', redis: 'Redis' } as const;
const rounds = 3;

/** PostgreSQL ends in this way, and starts again a second later. */
const ended = (how: string, end: (world: World) => Promise<void>) => ({
  holds: 'I1 I2 I4; 503 in the meantime, then automatic recovery',
  auctionMs: 12_000,
  isCloseBlocked: true,
  inject: async (world: World) => {
    world.announce(`PostgreSQL is ${how}`);
    await end(world);
    await pause(awayMs);
    await world.postgres.restart();
    world.announce('PostgreSQL is back');
    await expectBids(world, 'PostgreSQL was back');
  },
  judge: judgeOutage,
});

export const postgresDrills: Drills = {
  'postgres-restarted': {
    fault: 'PostgreSQL is stopped (immediate shutdown) and started again under load',
    ...ended('stopped (immediate shutdown)', ({ postgres }) => postgres.stopImmediately()),
  },
  'postgres-killed': {
    fault: 'PostgreSQL is killed (-9) and started again under load',
    ...ended('killed', ({ postgres }) => postgres.kill()),
  },
  'npm-start-services-killed': {
    fault: 'PostgreSQL and Redis of npm start are killed (-9), several times, under load',
    holds: 'I1 I2 I4 I7; both are restarted and the server recovers',
    underNpmStart: {
      auctionMs: 30_000,
      isCloseBlocked: true,
      inject: async (world) => {
        for (let round = 0; round < rounds; round += 1) {
          const first = world.random.pick(['postgres', 'redis'] as const);
          await killAndBid(world, first);
          await killAndBid(world, first === 'postgres' ? 'redis' : 'postgres');
        }
        for (const name of Object.values(services)) expectLines(world, name);
      },
    },
  },
  'postgres-far': {
    fault:
      'the network to PostgreSQL is slow, then limited in rate, then drops all packets for 4 s, then all connections are cut',
    holds: 'I1 I4 I7; every request is answered in bounded time',
    auctionMs: 18_000,
    isBehindProxy: true,
    isCloseBlocked: true,
    inject: async ({ proxies, random, announce, moreBids }) => {
      const each = (set: (proxy: (typeof proxies)[number]) => void) => proxies.forEach(set);
      announce('each round trip to PostgreSQL takes 60 ms more');
      each((proxy) => Object.assign(proxy, { delayMs: 30 }));
      await pause(3_000);
      announce('20 kB/s to PostgreSQL');
      each((proxy) => Object.assign(proxy, { delayMs: 0, bytesPerSecond: 20_000 }));
      await pause(3_000);
      announce('the network to PostgreSQL drops all packets');
      each((proxy) => Object.assign(proxy, { bytesPerSecond: Number.POSITIVE_INFINITY, isFrozen: true }));
      await pause(4_000);
      each((proxy) => Object.assign(proxy, { isFrozen: false }));
      announce('connections to PostgreSQL are cut');
      for (let nth = 0; nth < 5; nth += 1) {
        proxies[random.int(0, 1)]?.cutAll();
        await moreBids(3);
      }
    },
  },
  'postgres-full': {
    fault: `PostgreSQL's disk, a tmpfs of ${diskMb} MB, is temporarily full`,
    holds: 'I1 I2 I4',
    isRootOnly: true,
    auctionMs: 16_000,
    isCloseBlocked: true,
    preparePostgres: async (folder) => {
      const options = `size=${diskMb}m,mode=0711`;
      const { code, output } = await runQuietly('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
      if (code !== 0) throw new Error(`the tmpfs could not be mounted: ${output}`);
      return async () => void (await runQuietly('umount', ['-l', folder]));
    },
    inject: async ({ postgres, announce, moreBids }) => {
      announce("PostgreSQL's disk is full");
      const ballast = join(postgres.folder, 'ballast');
      const fullUntilMs = Date.now() + fullMs;
      while (Date.now() < fullUntilMs) {
        fill(ballast);
        await pause(50);
      }
      rmSync(ballast);
      announce("PostgreSQL's disk has free space again");
      // PostgreSQL exits without space for its WAL; the drill then restarts it, as an operator would.
      await postgres.restart();
      await moreBids(10);
    },
    judge: judgeNoError,
  },
  'postgres-read-only': {
    fault: `PostgreSQL accepts no writes for ${faultMs / 1_000} s`,
    holds: 'I1 I4 I7; 503, never 500, also on /readyz; automatic recovery',
    auctionMs: 14_000,
    isCloseBlocked: true,
    inject: (world) =>
      during(world, 'read-only', {
        begin: () => configure(world, 'SET default_transaction_read_only = on'),
        end: () => configure(world, 'RESET default_transaction_read_only'),
      }),
    judge: judgeOutage,
  },
  'postgres-exhausted': {
    fault: `PostgreSQL has no connection left for the servers for ${faultMs / 1_000} s`,
    holds: 'I1 I4 I7; 503, never 500, also on /readyz; automatic recovery',
    auctionMs: 14_000,
    isCloseBlocked: true,
    inject: (world) =>
      during(world, 'out of connections', {
        begin: async () => {
          await world.db.pool.query('ALTER ROLE copup_server CONNECTION LIMIT 0');
          await endConnections(world);
        },
        end: async () => {
          await world.db.pool.query('ALTER ROLE copup_server CONNECTION LIMIT -1');
        },
      }),
    judge: judgeOutage,
  },
  'postgres-connections-ended': {
    fault: `every ${endEveryMs} ms all connections of the servers are terminated, for ${(2 * faultMs) / 1_000} s`,
    holds: 'I1 I4 I7 I10; 503, never 500; automatic recovery',
    auctionMs: 16_000,
    isCloseBlocked: true,
    inject: async (world) => {
      world.announce('all connections are terminated repeatedly');
      for (let endedMs = 0; endedMs < 2 * faultMs; endedMs += endEveryMs) {
        await endConnections(world);
        await pause(endEveryMs);
      }
      world.announce('PostgreSQL works again');
      await expectBids(world, 'PostgreSQL worked again');
    },
    judge: judgeNoError,
  },
  'postgres-slow-fsync': {
    fault: `each commit waits 100 ms for the disk, then no commit completes for ${faultMs / 1_000} s`,
    holds:
      'I1 I4 I7; each request is answered in bounded time, possibly with 503, never 500; automatic recovery',
    auctionMs: 18_000,
    isCloseBlocked: true,
    inject: async (world) => {
      const set = (...settings: string[]) => configure(world, ...settings);
      // The servers end waits for a standby that is gone, if they see one.
      await world.db.pool.query(
        'CREATE OR REPLACE FUNCTION read_replication() RETURNS jsonb LANGUAGE sql AS $$ SELECT NULL::jsonb $$',
      );
      world.announce('each commit takes 100 ms more');
      await set('SET commit_delay = 100000', 'SET commit_siblings = 0');
      await world.moreBids(10);
      world.announce('no commit completes');
      // Every commit waits for the missing standby, as it would for a disk that does not respond.
      await set('RESET commit_delay', 'RESET commit_siblings', `SET synchronous_standby_names = 'nowhere'`);
      await pause(faultMs);
      await set('RESET synchronous_standby_names');
      world.announce('PostgreSQL works again');
      await expectBids(world, 'PostgreSQL worked again');
    },
    judge: judgeNoError,
  },
  'commit-cut': {
    fault:
      'connections are cut at COMMIT: before it reaches PostgreSQL, or before the reply reaches the server',
    holds: 'I4 I8',
    isBehindProxy: true,
    auctionMs: 15_000,
    short: { auctionMs: undefined },
    inject: (world) =>
      cutCommits(world, world.untilEndIs(1_000), () => world.moreBids(world.random.int(1, 5))),
  },
  'pool-exhausted': {
    fault: 'two connections to PostgreSQL for each server, 200 players who bid',
    holds: 'each request is answered, possibly with 503, in bounded time',
    players: 200,
    auctionMs: 20_000,
    bidPauseMs: 1_000,
    env: { DATABASE_POOL_SIZE: '2' },
    inject: async ({ moreBids, announce }) => {
      announce('200 players share two connections per server');
      await moreBids(500);
    },
    judge: ({ history }) => {
      const hung = history.filter(
        ({ type, reply }) =>
          type === 'unknown' && /timeout/i.test((reply as { message?: string })?.message ?? ''),
      );
      const slowest = quantile(bidTimes(history, 0, Number.POSITIVE_INFINITY), 1);
      return [
        ...(hung.length > 0 ? [`${hung.length} requests were not answered in time`] : []),
        ...(slowest > mostMs ? [`a bid took ${slowest} ms`] : []),
      ];
    },
  },
};

async function killAndBid(world: NpmStartWorld, service: keyof typeof services): Promise<void> {
  world.announce(`${services[service]} is killed`);
  await world.home.killService(service);
  world.announce(`${services[service]} runs again`);
  await expectBids(world, `${services[service]} was back`);
}

/** Expects one log line for each time that the service was killed. */
function expectLines({ product, addViolation }: NpmStartWorld, name: string): void {
  const lines = product.output.match(new RegExp(`^${name} \\(process`, 'gm')) ?? [];
  if (lines.length !== rounds)
    addViolation(`the log has ${lines.length} lines for ${rounds} ends of ${name}`);
}

/** Fills the disk. */
function fill(file: string): void {
  for (const size of [1_048_576, 4_096]) {
    const block = Buffer.alloc(size);
    const ballast = openSync(file, 'a');
    try {
      while (writeSync(ballast, block) === size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(ballast);
    }
  }
}

async function configure({ db }: World, ...settings: string[]): Promise<void> {
  for (const setting of settings) await db.pool.query(`ALTER SYSTEM ${setting}`);
  await db.pool.query('SELECT pg_reload_conf()');
}

async function during(
  world: World,
  how: string,
  { begin, end }: { begin(): Promise<void>; end(): Promise<void> },
): Promise<void> {
  world.announce(`PostgreSQL is ${how}`);
  await begin();
  try {
    await pause(faultMs / 2);
    for (const { url } of world.servers) {
      const status = await statusOf(`${url}/readyz`);
      if (status !== 503) world.addViolation(`/readyz returned ${status} while PostgreSQL was ${how}`);
    }
    await pause(faultMs / 2);
  } finally {
    await end();
  }
  world.announce('PostgreSQL works again');
  await expectBids(world, 'PostgreSQL worked again');
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
