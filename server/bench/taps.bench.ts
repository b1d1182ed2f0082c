import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { figure, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '../src/clock.ts';
import type { Deps } from '../src/deps.ts';
import { defineContests } from '../src/features/contests/define-contests.ts';
import { definePlayLane, type PlayLaneDeps } from '../src/features/contests/play-lane.ts';
import { tapPlay } from '../src/features/contests/tap/tap.play.ts';
import { createLanes } from '../src/lanes/create-lanes.ts';
import { type BenchDatabase, openBenchDatabase, POOL_SIZE } from './bench-database.ts';
import { readRounds, roundsOption } from './rounds.ts';

const PLAYERS = 500;
const TAPS_PER_SECOND = 10;
/** Until the code of a side is compiled: it takes about 100,000 taps, as many as a contest of this size makes in 20 s. */
const FIRST_WARM_UP_MS = 20_000;
const WARM_UP_MS = 4_000;
const GOAL_ACK_MS = 25;
const GOAL_CPU = 5;

type Tap = (player: TestUser, nth: number) => Promise<unknown>;
interface Side {
  /** CPU of this process and of PostgreSQL, for each tap, in microseconds. */
  cpuUs: number;
  ackMs: { p50: number; p99: number };
  taps: number;
}

/**
 * `npm run bench -- taps`: 500 players tap 10 times a second each, evenly. Compares the lane of the contest, with top,
 * ranks and buckets, with one UPSERT for each tap, which only counts, on as many connections as fast as possible: at
 * the rate of the players it would fall behind. Both include the driver.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { ...roundsOption, seconds: { type: 'string', default: '5' } },
  });
  const [rounds, seconds] = [readRounds(values), Number(values.seconds)];
  const bench = await openBenchDatabase();
  const all: { ours: Side; upsert: Side }[] = [];
  try {
    await bench.asOwner(`CREATE TABLE bench_taps (contest_id integer, user_id uuid, taps integer NOT NULL,
      PRIMARY KEY (contest_id, user_id)) WITH (fillfactor = 50)`);
    const { user } = await roleOf(bench);
    await bench.asOwner(`GRANT ALL ON bench_taps TO "${user}"`);
    for (let round = 1; round <= rounds; round += 1) {
      const players = await createUsers(bench.db, PLAYERS);
      const warmUpMs = round === 1 ? FIRST_WARM_UP_MS : WARM_UP_MS;
      const measure = (driver: Driver) => drive(bench, { seconds, warmUpMs }, driver);
      const upsert = await measure(inTurns(players, upsertEach(bench, round)));
      const ours = await measure(evenly(players, await tapInLane(bench, round, players)));
      const counted = await sumOf(bench, round);
      if (counted !== ours.taps) throw new Error(`${ours.taps} taps were acknowledged, ${counted} counted`);
      all.push({ ours, upsert });
    }
  } finally {
    await bench.drop();
  }
  report(all);
  return printGoals([
    {
      what: 'CPU of one UPSERT per tap ÷ ours',
      ratios: all.map(({ ours, upsert }) => upsert.cpuUs / ours.cpuUs),
      atLeast: GOAL_CPU,
    },
    {
      what: `p99 of the acknowledgement within ${GOAL_ACK_MS} ms (${GOAL_ACK_MS} ms ÷ time)`,
      ratios: all.map(({ ours }) => GOAL_ACK_MS / ours.ackMs.p99),
      atLeast: 1,
    },
  ]);
}

async function roleOf({ db }: BenchDatabase): Promise<{ user: string }> {
  const { rows } = await db.pool.query<{ user: string }>('SELECT current_user AS user');
  return rows[0] as { user: string };
}

function upsertEach({ db }: BenchDatabase, contestId: number): Tap {
  return (player) =>
    db.pool.query({
      name: 'bench-tap',
      text: `INSERT INTO bench_taps AS t (contest_id, user_id, taps) VALUES ($1, $2, 1)
        ON CONFLICT (contest_id, user_id) DO UPDATE SET taps = t.taps + 1 RETURNING taps`,
      values: [contestId, player.id],
    });
}

async function tapInLane({ db }: BenchDatabase, id: number, players: readonly TestUser[]): Promise<Tap> {
  const log = { warn: () => {}, error: console.error };
  const deps = {
    clock: systemClock,
    newId: () => uuidv7(),
    randomBytes,
    rooms: { publish: () => {} },
    lanes: createLanes({ db, clock: systemClock, log }),
  } as unknown as PlayLaneDeps & Deps;
  await db.pool.query(
    `INSERT INTO contests (id, kind, title, entry_fee, prize, minimum_users, status, starts_at, end_date, pot_id)
      OVERRIDING SYSTEM VALUE VALUES ($1, 'tap', 'Bench', 0, 1, 1, 'active', now(), now() + interval '1 hour', $2)`,
    [id, uuidv7()],
  );
  await db.pool.query('INSERT INTO contest_player_counts (contest_id, players) VALUES ($1, $2)', [
    id,
    players.length,
  ]);
  await db.pool.query(
    'INSERT INTO contest_scores (contest_id, user_id) SELECT $1, user_id FROM unnest($2::uuid[]) AS user_id',
    [id, players.map((player) => player.id)],
  );
  const lane = definePlayLane(deps, tapPlay, defineContests(deps).subject);
  return (player, nth) =>
    lane.submit(String(id), {
      player: { userId: player.id, username: player.username, profile: null, realm: 0 },
      input: { count: 1, batch: { stream: 1, batch: nth + 1 } },
    });
}

/** Starts sending taps; returns a function that stops and resolves once all are acknowledged. */
type Driver = (onTap: (ackMs: number) => void) => () => Promise<unknown>;

/** Each player taps at moments of their own, without waiting for the last acknowledgement. */
const evenly =
  (players: readonly TestUser[], tap: Tap): Driver =>
  (onTap) => {
    const everyMs = 1_000 / TAPS_PER_SECOND;
    // Of each player: the last tap is acknowledged after all others.
    const last: Promise<unknown>[] = [];
    const timers: NodeJS.Timeout[] = [];
    for (const [at, player] of players.entries()) {
      let nth = 0;
      const send = () => {
        last[at] = timed(tap(player, nth++), onTap);
      };
      const start = () => timers.push(setInterval(send, everyMs));
      timers.push(setTimeout(start, (at * everyMs) / players.length));
    }
    return async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(last);
    };
  };

/** Sends one tap after another on each connection. */
const inTurns =
  (players: readonly TestUser[], tap: Tap): Driver =>
  (onTap) => {
    let nth = 0;
    let isStopped = false;
    const work = async () => {
      while (!isStopped) {
        const at = nth++;
        await timed(tap(players[at % players.length] as TestUser, at), onTap);
      }
    };
    const workers = Array.from({ length: POOL_SIZE }, work);
    return () => {
      isStopped = true;
      return Promise.all(workers);
    };
  };

function timed(tap: Promise<unknown>, onTap: (ackMs: number) => void): Promise<void> {
  const sentMs = performance.now();
  return tap.then(() => onTap(performance.now() - sentMs));
}

async function drive(
  bench: BenchDatabase,
  { seconds, warmUpMs }: { seconds: number; warmUpMs: number },
  driver: Driver,
): Promise<Side> {
  let acksMs: number[] = [];
  let taps = 0;
  const stop = driver((ackMs) => {
    taps += 1;
    acksMs.push(ackMs);
  });
  await pause(warmUpMs);
  acksMs = [];
  const [before, beforePg] = [process.cpuUsage(), bench.cpuUs()];
  await pause(seconds * 1_000);
  const { user, system } = process.cpuUsage(before);
  const cpuUs = (user + system + bench.cpuUs() - beforePg) / acksMs.length;
  const measured = acksMs.toSorted((a, b) => a - b);
  await stop();
  const quantile = (share: number) => measured[Math.floor(share * (measured.length - 1))] as number;
  return { cpuUs, taps, ackMs: { p50: quantile(0.5), p99: quantile(0.99) } };
}

async function sumOf({ db }: BenchDatabase, id: number): Promise<number> {
  const { rows } = await db.pool.query<{ sum: number }>(
    'SELECT sum(score)::int AS sum FROM contest_scores WHERE contest_id = $1',
    [id],
  );
  return rows[0]?.sum ?? 0;
}

function report(all: readonly { ours: Side; upsert: Side }[]): void {
  console.log(
    `\n${PLAYERS} players × ${TAPS_PER_SECOND} taps/s, ${POOL_SIZE} connections; medians of ${all.length} rounds\n`,
  );
  const row = (name: string, sides: readonly Side[]) => [
    name,
    figure(median(sides.map(({ cpuUs }) => cpuUs))),
    figure(median(sides.map(({ ackMs }) => ackMs.p50))),
    figure(median(sides.map(({ ackMs }) => ackMs.p99))),
  ];
  printTable(
    ['', 'CPU per tap, µs', 'ack p50, ms', 'ack p99, ms'],
    [
      row(
        'lane of the contest',
        all.map(({ ours }) => ours),
      ),
      row(
        'one UPSERT per tap',
        all.map(({ upsert }) => upsert),
      ),
    ],
  );
}
