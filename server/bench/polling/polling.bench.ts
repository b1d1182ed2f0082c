import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBenchDatabase } from '../bench-database.ts';
import { figure, type Goal, median, printGoals, printTable } from '../report.ts';
import { POLL_EVERY_MS, startPoller } from './poller.ts';
import { startRoomWatcher } from './room-watcher.ts';
import { WatchedServer } from './watched-server.ts';
import { bytesOf, type Watcher } from './watcher.ts';

const RATES = [1, 10, 20] as const;
const WARM_UP_MS = 2_000;
const MINUTE_MS = 60_000;

type Side = 'polling' | 'room';

/** For one watcher and one minute. */
interface Measured {
  cpuMs: number;
  kilobytes: number;
  /** From a bid's commit until a watcher knew its price or a later one. */
  stalenessMs: number;
}

/** What it costs to follow an auction: the specification's three calls a second against the room. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      watchers: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '3' },
      json: { type: 'boolean' },
    },
  });
  const watchers = Number(values.watchers);
  const durationMs = Number(values.seconds) * 1_000;
  const bench = await openBenchDatabase();
  const server = await WatchedServer.start(bench.url, watchers);
  try {
    console.log(
      `${watchers} watchers of one auction. CPU is all that the server's process uses, the bids included.\n`,
    );
    const results = new Map<string, Measured[]>();
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const rate of RATES) {
        for (const side of ['polling', 'room'] as const) {
          const measured = await measure(server, side, rate, durationMs);
          results.set(`${side} ${rate}`, [...(results.get(`${side} ${rate}`) ?? []), measured]);
        }
      }
    }
    const of = (side: Side, rate: number) => results.get(`${side} ${rate}`) ?? [];
    printTable(
      ['for a watcher and a minute', 'CPU ms', 'KB', 'staleness ms'],
      RATES.flatMap((rate) =>
        (['polling', 'room'] as const).map((side) => [
          `${side}, ${rate} bids/s`,
          ...(['cpuMs', 'kilobytes', 'stalenessMs'] as const).map((what) =>
            figure(median(of(side, rate).map((measured) => measured[what]))),
          ),
        ]),
      ),
    );
    console.log();
    const goals = RATES.flatMap((rate) => goalsOf(rate, of('polling', rate), of('room', rate)));
    const isMet = printGoals(goals);
    if (values.json) console.log(JSON.stringify({ goals, measured: Object.fromEntries(results) }));
    return isMet;
  } finally {
    await server.close();
    await bench.drop();
  }
}

function goalsOf(rate: number, polling: Measured[], room: Measured[]): Goal[] {
  const goal = (what: keyof Measured, text: string, atLeast: number): Goal => ({
    what: `${text}, ${rate} bids/s`,
    ratios: polling.map((measured, round) => measured[what] / (room[round]?.[what] ?? Number.NaN)),
    atLeast,
  });
  const isCalm = rate === 1;
  return [
    goal('cpuMs', 'less CPU', isCalm ? 10 : 2.5),
    goal('kilobytes', 'fewer bytes', isCalm ? 12 : 2.5),
    goal('stalenessMs', 'fresher', 4),
  ];
}

async function measure(
  server: WatchedServer,
  side: Side,
  rate: number,
  durationMs: number,
): Promise<Measured> {
  const { url, auctionId, tokens } = server;
  const watchers: Watcher[] = await Promise.all(
    tokens.map((token, at) => {
      const options = { url, token, auctionId };
      return side === 'polling'
        ? startPoller(options, (at / tokens.length) * 1_000)
        : startRoomWatcher(options);
    }),
  );
  try {
    server.setBids(rate);
    await pause(WARM_UP_MS);
    const bytesBefore = watchers.reduce((sum, watcher) => sum + bytesOf(watcher), 0);
    const roundsBefore = roundsOf(watchers);
    const [cpuBefore, startedAtMs, fromMs] = [await server.cpuUs(), performance.now(), Date.now()];
    await pause(durationMs);
    const cpuUs = (await server.cpuUs()) - cpuBefore;
    const tookMs = performance.now() - startedAtMs;
    const bytes = watchers.reduce((sum, watcher) => sum + bytesOf(watcher), 0) - bytesBefore;
    const bids = server.bids.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + durationMs - WARM_UP_MS);
    // A machine that cannot keep up answers fewer rounds than a second has; each minute counts 60 all the same.
    const rounds = roundsOf(watchers) - roundsBefore;
    const perWatcherMinute =
      side === 'polling' ? MINUTE_MS / POLL_EVERY_MS / rounds : MINUTE_MS / tookMs / watchers.length;
    return {
      cpuMs: (cpuUs / 1_000) * perWatcherMinute,
      kilobytes: (bytes / 1_024) * perWatcherMinute,
      stalenessMs: stalenessOf(watchers, bids),
    };
  } finally {
    server.setBids(0);
    for (const watcher of watchers) watcher.stop();
    server.bids.length = 0;
    // The sockets' ends are this side's cost, not the next one's.
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
