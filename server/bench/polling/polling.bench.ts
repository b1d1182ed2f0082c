import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { readRounds, roundsOption } from '../rounds.ts';
import { POLL_EVERY_MS, startPoller } from './poller.ts';
import { startRoomWatcher } from './room-watcher.ts';
import { WatchedServer } from './watched-server.ts';
import { bytesOf, type Watcher } from './watcher.ts';

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

/**
 * Compares the cost of following an auction: the specification's three calls a second against the room. The calls go to
 * the product's API and to a bare Fastify server with the same token check and one indexed read for each.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      watchers: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '8' },
      ...roundsOption,
      json: { type: 'boolean' },
    },
  });
  const rounds = readRounds(values);
  const watchers = Number(values.watchers);
  const durationMs = Number(values.seconds) * 1_000;
  const bench = await openBenchDatabase();
  const servers: WatchedServer[] = [];
  try {
    const server = await WatchedServer.start(bench.url, watchers);
    servers.push(server);
    const bare = await WatchedServer.start(bench.url, watchers, server.auctionId);
    servers.push(bare);
    console.log(
      `${watchers} watchers of one auction. CPU is that of the whole server process. It includes the bids, except with bare
polling, whose bids the product’s server makes. Staleness counts from the database's decision of a bid.\n`,
    );
    const results = new Map<string, Measured[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const rate of RATES) {
        for (const side of sides) {
          const watched = side === 'bare polling' ? bare : server;
          const measured = await measure(server, watched, side, rate, durationMs);
          results.set(`${side} ${rate}`, [...(results.get(`${side} ${rate}`) ?? []), measured]);
        }
      }
    }
    const of = (side: Side, rate: number) => results.get(`${side} ${rate}`) ?? [];
    printTable(
      ['for a watcher and a minute', 'CPU ms', 'KB', 'staleness ms'],
      RATES.flatMap((rate) =>
        sides.map((side) => [
          `${side}, ${rate} bids/s`,
          ...(['cpuMs', 'kilobytes', 'stalenessMs'] as const).map((what) =>
            figure(median(of(side, rate).map((measured) => measured[what]))),
          ),
        ]),
      ),
    );
    console.log();
    const goals = RATES.flatMap((rate) =>
      (['polling', 'bare polling'] as const).flatMap((side) =>
        goalsOf(side, rate, of(side, rate), of('room', rate)),
      ),
    );
    const isMet = printGoals(goals);
    if (values.json) console.log(JSON.stringify({ goals, measured: Object.fromEntries(results) }));
    return isMet;
  } finally {
    for (const server of servers) await server.close();
    await bench.drop();
  }
}

function goalsOf(
  against: 'polling' | 'bare polling',
  rate: number,
  polling: Measured[],
  room: Measured[],
): Goal[] {
  const goal = (what: keyof Measured, text: string, atLeast?: number): Goal => ({
    what: `${text} than ${against}, ${rate} bids/s`,
    ratios: polling.map((measured, round) => measured[what] / (room[round]?.[what] ?? Number.NaN)),
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

/** `server` makes the bids, and `watched` is the server whose watchers and CPU are counted. */
async function measure(
  server: WatchedServer,
  watched: WatchedServer,
  side: Side,
  rate: number,
  durationMs: number,
): Promise<Measured> {
  const { url, auctionId, tokens } = watched;
  const watchers: Watcher[] = await Promise.all(
    tokens.map((token, at) => {
      const options = { url, token, auctionId };
      return side !== 'room' ? startPoller(options, (at / tokens.length) * 1_000) : startRoomWatcher(options);
    }),
  );
  try {
    server.setBids(rate);
    await pause(WARM_UP_MS);
    const bytesBefore = watchers.reduce((sum, watcher) => sum + bytesOf(watcher), 0);
    const roundsBefore = roundsOf(watchers);
    const [cpuBefore, startedAtMs, fromMs] = [await watched.cpuUs(), performance.now(), Date.now()];
    await pause(durationMs);
    const cpuUs = (await watched.cpuUs()) - cpuBefore;
    const tookMs = performance.now() - startedAtMs;
    const bytes = watchers.reduce((sum, watcher) => sum + bytesOf(watcher), 0) - bytesBefore;
    const bids = server.bids.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + durationMs - WARM_UP_MS);
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
    server.setBids(0);
    for (const watcher of watchers) watcher.stop();
    server.bids.length = 0;
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
