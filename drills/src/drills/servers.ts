import { setTimeout as pause } from 'node:timers/promises';
import type { Drills } from '../drill.ts';
import {
  clockEnv,
  flushAroundEnd,
  holdLocks,
  killServer,
  lockUntilClosersWait,
  whileBlocked,
} from '../faults.ts';
import { judgeNoError, judgeReconnected } from '../judges.ts';

const itemsLocked = { lock: 'LOCK TABLE cart_items IN SHARE MODE', text: 'INSERT INTO cart_items' };
const frozenMs = 6_000;
const closedWithinMs = 3_000;
const offMs = 3_600_000;
const jumpEveryMs = 4_000;
const toleranceMs = 2_000;
const mostJobs = 2_000;

export const serverDrills: Drills = {
  quiet: {
    fault: 'nothing',
    holds: 'all invariants',
    judge: ({ history }) =>
      history.some(({ type }) => type === 'unknown') ? ['a reply was lost without a fault'] : [],
  },
  'server-killed': {
    fault: 'one of two servers is killed (-9) at a random point while players bid',
    holds: 'I1 I4 I7',
    ...{ players: 200, auctionMs: 20_000, bidPauseMs: 1_500 },
    short: { players: undefined, auctionMs: undefined, bidPauseMs: undefined },
    inject: async (world) => {
      await world.moreBids(world.random.int(0, 40));
      await killServer(world);
    },
    judge: judgeReconnected,
  },
  'server-killed-redis-flushed': {
    fault:
      'one of two servers is killed (-9) while players bid, and Redis is flushed then and as the auctions close',
    holds: 'I1 I3 I4 I7 I9',
    auctionMs: 5_000,
    inject: async (world) => {
      await world.moreBids(world.random.int(0, 40));
      await killServer(world, 'killed, and Redis is flushed repeatedly');
      await world.redis.flush();
      await flushAroundEnd(world);
    },
    judge: judgeReconnected,
  },
  'worker-killed-in-close': {
    fault: 'the worker that closes an auction is killed between the statements of the close',
    holds: 'I3 I6 I9',
    // A lock stops the close until its worker has been killed.
    isCloseBlocked: true,
    inject: async (world) => {
      await world.untilEndIs(300);
      await whileBlocked(world, { ...itemsLocked, what: 'killed in the middle of a close' });
    },
  },
  'server-frozen-in-close': {
    fault:
      'the worker that closes an auction is frozen (SIGSTOP) in the middle of the close, then continues: its job runs twice',
    holds: 'I3 I6 I7',
    isCloseBlocked: true,
    inject: async (world) => {
      await world.untilEndIs(300);
      await whileBlocked(world, {
        ...itemsLocked,
        what: 'frozen in the middle of a close',
        treat: async (server, release) => {
          server.signal('SIGSTOP');
          await release();
          await pause(frozenMs);
          server.signal('SIGCONT');
        },
      });
    },
  },
  'two-closers': {
    fault: 'scheduled jobs, sweeps and lanes of two servers close the same auctions at the same time',
    holds: 'I3 I6 I9',
    extraAuctions: 12,
    spares: 24,
    short: { spares: 8 },
    inject: async (world) => {
      // Half of the extra auctions get a winner, half only entries to be refunded.
      await Promise.all(
        world.spares.map(async (spare, nth) => {
          const own = world.auctions.slice(3).filter((_, at) => at % 4 === nth % 4);
          for (const id of own) await spare.payEntry(id);
          for (const id of own) if (id % 2 === 0) await spare.bid(id);
        }),
      );
      await lockUntilClosersWait(world, 'auctions');
    },
  },
  'rows-locked': {
    fault: 'at the end of the auctions another session locks some of them, all wallets, and then the ledger',
    holds: 'I3 I6; only commands on those rows wait, the other auctions close in time; 503 in bounded time',
    extraAuctions: 12,
    isCloseBlocked: true,
    inject: async ({ postgres, db, auctions, untilEndIs, announce, addViolation }) => {
      const extra = auctions.slice(3);
      const [locked = [], free = []] = [extra.slice(0, 5), extra.slice(5)];
      await untilEndIs(1_000);
      announce('five auctions, all wallets and the ledger are locked as the auctions end');
      const locks = [
        await holdLocks(postgres.ownerUrl, `SELECT 1 FROM auctions WHERE id IN (${locked}) FOR UPDATE`),
        await holdLocks(postgres.ownerUrl, 'SELECT 1 FROM wallets FOR UPDATE'),
        await holdLocks(postgres.ownerUrl, 'LOCK TABLE postings, transfers, holds'),
      ];
      try {
        await untilEndIs(0);
        const endedAtMs = Date.now();
        for (let left = free.length; left > 0; ) {
          const { rows } = await db.pool.query<{ left: number }>(
            `SELECT count(*)::int AS left FROM auctions WHERE id = ANY($1) AND status IN ('pending', 'active')`,
            [free],
          );
          left = rows[0]?.left ?? 0;
          if (left > 0 && Date.now() - endedAtMs > closedWithinMs) {
            addViolation(`${left} auctions without a lock were open ${closedWithinMs} ms after their end`);
            break;
          }
          await pause(100);
        }
        await pause(2_000);
      } finally {
        for (const lock of locks) await lock.release();
      }
    },
    judge: judgeNoError,
  },
  'server-clock': {
    fault: 'one server is an hour ahead, the other an hour behind, and both jump every few seconds',
    holds: 'I5 I7 I9; displayed times and sessions use the database clock; no scheduled job runs in a loop',
    auctionMs: 14_000,
    env: clockEnv(
      `Math.floor(performance.now() / ${jumpEveryMs}) % 3 === 2 ? 0 : (name === 'one' ? 1 : -1) * ${offMs}`,
    ),
    inject: async ({ servers, db, announce, addViolation, moreBids }) => {
      announce('the clocks of both servers are wrong and jump');
      for (let round = 0; round < 4; round += 1) {
        for (const { name, url } of servers) {
          const { rows } = await db.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
          const reply = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) });
          await reply.body?.cancel();
          const differenceMs = Date.parse(reply.headers.get('date') ?? '') - (rows[0]?.now.getTime() ?? 0);
          if (!(Math.abs(differenceMs) <= toleranceMs))
            addViolation(`server ${name} shows a time ${differenceMs} ms off`);
        }
        await moreBids(5);
        await pause(1_500);
      }
      for (const { name, url } of servers) {
        const metrics = await (await fetch(`${url}/metrics`)).text();
        const jobs = Number(/^copup_scheduled_jobs_total\{outcome="ran"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
        if (jobs > mostJobs) addViolation(`server ${name} ran ${jobs} scheduled jobs`);
      }
    },
    judge: judgeNoError,
  },
  'rolling-restart': {
    fault: 'both servers are restarted one after the other (SIGTERM) under load',
    holds: 'no acknowledged command is lost; I7',
    players: 40,
    bidPauseMs: 500,
    auctionMs: 24_000,
    inject: async ({ servers, startAgain, moreBids, announce, addViolation }) => {
      for (const server of [...servers]) {
        announce(`server ${server.name} receives SIGTERM`);
        const code = await server.stop();
        if (code !== 0) addViolation(`server ${server.name} exited with ${code}`);
        announce(`server ${server.name} starts again`);
        await startAgain(server);
        await moreBids(20);
      }
    },
  },
};
