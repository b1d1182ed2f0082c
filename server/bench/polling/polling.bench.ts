import { setTimeout as pause } from 'node:timers/promises';
import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { Child } from '@copup/testkit/child.ts';
import { type Goal, printGoals } from '@copup/testkit/report.ts';
import { insertAuction, join } from '../../test/bidding.ts';
import type { BareCalls } from '../bare.child.ts';
import { createManyUsers, withBenchDatabase } from '../bench-database.ts';
import { printMedians, ratiosOf, readOptions } from '../rounds.ts';
import type { ServerCalls } from '../server.child.ts';
import { POLL_EVERY_MS, startPoller } from './poller.ts';
import { startRoomWatcher } from './room-watcher.ts';
import { bytesOf, type Watcher } from './watcher.ts';

/** A realm of a load test: without limits per address, since all watchers connect from one. */
const REALM = 1;
const RATES = [1, 10, 20] as const;
const WARM_UP_MS = 2_000;
const MINUTE_MS = 60_000;

/** Polling the product's API, polling a bare Fastify server, and the room. */
const sides = ['polling', 'bare polling', 'room'] as const;
type Side = (typeof sides)[number];

/** Costs of one watcher for one minute. */
interface Measured {
  cpuMs: number;
  kilobytes: number;
  /** From a bid's decision by the database until a watcher received its price or a later one. */
  stalenessMs: number;
}

interface Watched {
  server: Child<BareCalls>;
  url: URL;
  tokens: string[];
}
/** The auction, and the product's server that makes the bids. */
interface Bidding {
  server: Child<ServerCalls>;
  auctionId: number;
  bidders: TestUser[];
}

/**
 * Compares the cost of following an auction: the specification's three calls a second against the room. The calls go to
 * the product's API and to a bare Fastify server with the same token check and one indexed read for each.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { rounds, watchers, seconds } = readOptions(args, { watchers: 300, seconds: 8 });
  return withBenchDatabase(async (bench) => {
    const env = { BENCH_DATABASE_URL: bench.url, BENCH_LIMITS: 'on' };
    const server = await Child.start<ServerCalls>(new URL('../server.child.ts', import.meta.url), env);
    const bare = await Child.start<BareCalls>(new URL('../bare.child.ts', import.meta.url), env);
    try {
      const ids = (await createManyUsers(bench, watchers, { realm: REALM })).map(({ id }) => id);
      const auctionId = await insertAuction(bench.db, { realm: REALM });
      const bidders = await createUsers(bench.db, 2, { realm: REALM, coins: 1_000_000 });
      await join(bench.db, auctionId, bidders);
      const watch = async (watched: Child<BareCalls>): Promise<Watched> => ({
        server: watched,
        url: new URL(`http://127.0.0.1:${await watched.call('port')}`),
        tokens: await watched.call('createTokens', ids),
      });
      const product = await watch(server as unknown as Child<BareCalls>);
      const watched = { polling: product, 'bare polling': await watch(bare), room: product };
      console.log(
        `${watchers} watchers of one auction. CPU is that of the whole server process. It includes the bids, except with bare
polling, whose bids the product’s server makes. Staleness counts from the database's decision of a bid.\n`,
      );
      const results: Record<string, Measured[]> = {};
      for (let round = 0; round < rounds; round += 1)
        for (const rate of RATES)
          for (const side of sides) {
            const bidding = { server, auctionId, bidders };
            const measured = await measure(bidding, watched[side], side, rate, seconds * 1_000);
            const name = `${side}, ${rate} bids/s`;
            results[name] = [...(results[name] ?? []), measured];
          }
      const columns = { cpuMs: 'CPU ms', kilobytes: 'KB', stalenessMs: 'staleness ms' };
      printMedians('for a watcher and a minute', columns, results);
      const of = (side: Side, rate: number) => results[`${side}, ${rate} bids/s`] ?? [];
      const goals = RATES.flatMap((rate) =>
        (['polling', 'bare polling'] as const).flatMap((side) =>
          goalsOf(side, rate, of(side, rate), of('room', rate)),
        ),
      );
      return printGoals(goals);
    } finally {
      await Promise.all([server.end(), bare.end()]);
    }
  });
}

function goalsOf(
  against: 'polling' | 'bare polling',
  rate: number,
  polling: Measured[],
  room: Measured[],
): Goal[] {
  const goal = (what: keyof Measured, text: string, atLeast?: number): Goal => ({
    what: `${text} than ${against}, ${rate} bids/s`,
    ratios: ratiosOf(polling, [room], (measured) => measured[what]),
    ...(atLeast !== undefined && { atLeast }),
  });
  const isCalm = rate === 1;
  // The bare server's replies lack headers that every reply of the API has, so their bytes are shown without a goal.
  const bytes = against === 'bare polling' ? undefined : isCalm ? 12 : 2.5;
  return [
    goal('cpuMs', 'less CPU', isCalm ? 10 : 2.5),
    goal('kilobytes', 'fewer bytes', bytes),
    goal('stalenessMs', 'fresher', 4),
  ];
}

/** `watched` is the server whose watchers and CPU are counted. */
async function measure(
  { server, auctionId, bidders }: Bidding,
  { server: watched, url, tokens }: Watched,
  side: Side,
  rate: number,
  durationMs: number,
): Promise<Measured> {
  const cpuNow = async () => (await watched.call('readUsage', { collects: false })).cpuUs;
  const watchers: Watcher[] = await Promise.all(
    tokens.map((token, at) => {
      const options = { url, token, auctionId };
      return side !== 'room' ? startPoller(options, (at / tokens.length) * 1_000) : startRoomWatcher(options);
    }),
  );
  try {
    await server.call('bidAtRate', { auctionId, bidders, perSecond: rate });
    await pause(WARM_UP_MS);
    const bytesBefore = watchers.reduce((sum, watcher) => sum + bytesOf(watcher), 0);
    const roundsBefore = roundsOf(watchers);
    const [cpuBefore, startedAtMs, fromMs] = [await cpuNow(), performance.now(), Date.now()];
    await pause(durationMs);
    const cpuUs = (await cpuNow()) - cpuBefore;
    const tookMs = performance.now() - startedAtMs;
    const bytes = watchers.reduce((sum, watcher) => sum + bytesOf(watcher), 0) - bytesBefore;
    const bids = (await server.call('stopBids')).filter(
      ({ atMs }) => atMs >= fromMs && atMs < fromMs + durationMs - WARM_UP_MS,
    );
    // An overloaded machine answers fewer rounds than seconds have passed; each minute counts as 60 rounds.
    const rounds = roundsOf(watchers) - roundsBefore;
    const perWatcherMinute =
      side !== 'room' ? MINUTE_MS / POLL_EVERY_MS / rounds : MINUTE_MS / tookMs / watchers.length;
    return {
      cpuMs: (cpuUs / 1_000) * perWatcherMinute,
      kilobytes: (bytes / 1_024) * perWatcherMinute,
      stalenessMs: stalenessOf(watchers, bids),
    };
  } finally {
    for (const watcher of watchers) watcher.stop();
    // The closing of the sockets counts for this side, not for the next one.
    await pause(500);
  }
}

const roundsOf = (watchers: readonly Watcher[]): number =>
  watchers.reduce((sum, watcher) => sum + watcher.rounds(), 0);

function stalenessOf(watchers: readonly Watcher[], bids: readonly { price: number; atMs: number }[]): number {
  let sumMs = 0;
  let count = 0;
  for (const { seen } of watchers) {
    let at = 0;
    for (const bid of bids) {
      while (at < seen.length && (seen[at]?.price ?? 0) < bid.price) at += 1;
      const first = seen[at];
      if (!first) break;
      sumMs += Math.max(0, first.atMs - bid.atMs);
      count += 1;
    }
  }
  return sumMs / count;
}
