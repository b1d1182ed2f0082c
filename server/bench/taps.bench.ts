import { setTimeout as pause } from 'node:timers/promises';
import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { printGoals } from '@copup/testkit/report.ts';
import { v7 as uuidv7 } from 'uuid';
import { defineContests } from '../src/features/contests/define-contests.ts';
import { definePlayLane } from '../src/features/contests/play-lane.ts';
import { tapPlay } from '../src/features/contests/tap/tap.play.ts';
import { type BenchDatabase, POOL_SIZE, withBenchDatabase } from './bench-database.ts';
import { laneDeps } from './closed-loop.ts';
import { printMedians, ratiosOf, readOptions } from './rounds.ts';

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
  p50Ms: number;
  p99Ms: number;
  taps: number;
}

/**
 * `npm run bench -- taps`: 500 players tap 10 times a second each, evenly. Compares the lane of the contest, with top,
 * ranks and buckets, with one UPSERT for each tap, which only counts, on as many connections as fast as possible: at
 * the rate of the players it would fall behind. Both include the driver.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { rounds, seconds } = readOptions(args, { seconds: 5 });
  const [ours, upsert]: [Side[], Side[]] = [[], []];
  await withBenchDatabase(async (bench) => {
    await bench.asOwner(`CREATE TABLE bench_taps (contest_id integer, user_id uuid, taps integer NOT NULL,
      PRIMARY KEY (contest_id, user_id)) WITH (fillfactor = 50); GRANT ALL ON bench_taps TO PUBLIC`);
    for (let round = 1; round <= rounds; round += 1) {
      const players = await createUsers(bench.db, PLAYERS);
      const warmUpMs = round === 1 ? FIRST_WARM_UP_MS : WARM_UP_MS;
      const measure = (driver: Driver) => drive(bench, { seconds, warmUpMs }, driver);
      upsert.push(await measure(inTurns(players, upsertEach(bench, round))));
      const side = await measure(evenly(players, await tapInLane(bench, round, players)));
      ours.push(side);
      const counted = await sumOf(bench, round);
      if (counted !== side.taps) throw new Error(`${side.taps} taps were acknowledged, ${counted} counted`);
    }
  });
  console.log(`\n${PLAYERS} players × ${TAPS_PER_SECOND} taps/s, ${POOL_SIZE} connections\n`);
  const columns = { cpuUs: 'CPU per tap, µs', p50Ms: 'ack p50, ms', p99Ms: 'ack p99, ms' };
  printMedians<Side>('', columns, { 'lane of the contest': ours, 'one UPSERT per tap': upsert });
  return printGoals([
    {
      what: 'CPU of one UPSERT per tap ÷ ours',
      ratios: ratiosOf(upsert, [ours], ({ cpuUs }) => cpuUs),
      atLeast: GOAL_CPU,
    },
    {
      what: `p99 of the acknowledgement within ${GOAL_ACK_MS} ms (${GOAL_ACK_MS} ms ÷ time)`,
      ratios: ours.map(({ p99Ms }) => GOAL_ACK_MS / p99Ms),
      atLeast: 1,
    },
  ]);
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
  const deps = laneDeps(db);
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
  return { cpuUs, taps, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

async function sumOf({ db }: BenchDatabase, id: number): Promise<number> {
  const { rows } = await db.pool.query<{ sum: number }>(
    'SELECT sum(score)::int AS sum FROM contest_scores WHERE contest_id = $1',
    [id],
  );
  return rows[0]?.sum ?? 0;
}
