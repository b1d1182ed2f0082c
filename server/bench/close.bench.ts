import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from '@copup/testkit/builders.ts';
import { Child } from '@copup/testkit/child.ts';
import { figure, median, printGoals, printTable } from '@copup/testkit/report.ts';
import pLimit from 'p-limit';
import type { Database } from '../src/db/database.ts';
import type { Deps } from '../src/deps.ts';
import { auctionKind } from '../src/features/auctions/auctions.subject.ts';
import { closeSubjects } from '../src/subjects/due-subjects.ts';
import { createManyUsers, POOL_SIZE, withBenchDatabase } from './bench-database.ts';
import { endTogether, PARTICIPANTS, REALM, seedAuctions } from './close/seed.ts';
import { laneDeps } from './closed-loop.ts';
import { startRoomWatcher } from './polling/room-watcher.ts';
import { readOptions } from './rounds.ts';
import type { ServerCalls } from './server.child.ts';

type Server = Child<ServerCalls>;

const SERVERS = 2;
const GOAL_MS = 1_000;
/** Time until the common end; scheduling the jobs must not be part of the measurement. */
const LEAD_MS = 4_000;
/** Each check reads all auctions; more frequent ones would take CPU from the measured servers. */
const LOOK_EVERY_MS = 25;
const GIVE_UP_MS = 60_000;
const JOINS_AT_ONCE = 64;

/**
 * `npm run bench -- close`: auctions with 5 participants end at one instant, with one watcher in each room. Measures
 * the scheduled jobs and sweeps of two whole servers, as in the product. For comparison, one transaction for each
 * close, on as many connections, without waiting for a job and without notifications.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { rounds, auctions: count } = readOptions(args, { auctions: 3_000 });
  const all: { ours: Ended; oneByOneMs: number }[] = [];
  await withBenchDatabase(async (bench) => {
    const users = await createManyUsers(bench, count * PARTICIPANTS, { coins: 1_000_000, realm: REALM });
    for (let round = 0; round < rounds; round += 1) {
      const oneByOneMs = await closeOneByOne(bench.db, users, count);
      all.push({ ours: await closeByServers(bench.db, bench.url, users, count), oneByOneMs });
    }
  });
  report(count, all);
  const within = (what: string, of: (ended: Ended) => number) => ({
    what: `all ${figure(count)} ${what} within 1 s (1 s ÷ time)`,
    ratios: all.map(({ ours }) => GOAL_MS / of(ours)),
    atLeast: 1,
  });
  return printGoals([
    within('decided', ({ decidedMs }) => decidedMs),
    within('watchers notified', ({ notifiedMs }) => notifiedMs),
    {
      what: 'against one transaction a close',
      ratios: all.map(({ ours, oneByOneMs }) => oneByOneMs / ours.decidedMs),
      atLeast: 1,
    },
  ]);
}

/** Milliseconds after the common end, by this machine's clock. */
interface Ended {
  /** When half and all auctions were closed in the database. */
  halfMs: number;
  decidedMs: number;
  /** When half and all watchers had received the frame with the result. */
  halfNotifiedMs: number;
  notifiedMs: number;
  /** When every participant had a notice. */
  noticedMs: number;
}

async function closeByServers(
  db: Database,
  url: string,
  users: readonly TestUser[],
  count: number,
): Promise<Ended> {
  const prefix = `bench-${randomBytes(4).toString('hex')}`;
  const env = { BENCH_DATABASE_URL: url, BENCH_PREFIX: prefix, BENCH_LIMITS: 'on' };
  const servers: Server[] = [];
  let watchers: RoomClosings | undefined;
  try {
    for (let at = 0; at < SERVERS; at += 1) {
      const server = await Child.start<ServerCalls>(new URL('server.child.ts', import.meta.url), env);
      servers.push(server);
      await server.call('startJobs');
    }
    const ids = await seedAuctions(db, users, count);
    watchers = await RoomClosings.watch(servers, ids, users);
    await endTogether(db, ids, LEAD_MS);
    await servers[0]?.call('scheduleJobs', ids);
    const ended = await untilClosed(db, ids);
    const notifiedAtMs = await watchers.all();
    await assertOnce(db, ids);
    return {
      ...ended,
      halfNotifiedMs: (notifiedAtMs[Math.floor(count / 2)] ?? Number.NaN) - ended.endMs,
      notifiedMs: (notifiedAtMs.at(-1) ?? Number.NaN) - ended.endMs,
    };
  } finally {
    watchers?.stop();
    await Promise.all(servers.map((server) => server.end()));
  }
}

async function untilClosed(db: Database, ids: readonly number[]) {
  const ended = { endMs: 0, halfMs: Number.NaN, decidedMs: Number.NaN, noticedMs: Number.NaN };
  while (Number.isNaN(ended.noticedMs)) {
    const { rows } = await db.pool.query<{ endMs: number; ms: number; closed: number; noticed: number }>({
      name: 'bench-look',
      text: `SELECT extract(epoch FROM min(end_date))::float8 * 1000 AS "endMs",
        extract(epoch FROM clock_timestamp() - min(end_date))::float8 * 1000 AS ms,
        (count(*) FILTER (WHERE status = 'completed'))::int AS closed, count(told_at)::int AS noticed
        FROM auctions WHERE id = ANY($1)`,
      values: [ids],
    });
    const { endMs, ms, closed, noticed } = rows[0] as (typeof rows)[number];
    if (closed > 0 && ms < 0) throw new Error('an auction was closed before its end');
    ended.endMs = endMs;
    if (closed >= ids.length / 2 && Number.isNaN(ended.halfMs)) ended.halfMs = ms;
    if (closed === ids.length && Number.isNaN(ended.decidedMs)) ended.decidedMs = ms;
    if (noticed === ids.length) ended.noticedMs = ms;
    if (ms > GIVE_UP_MS) throw new Error(`${closed} of ${ids.length} were closed after a minute`);
    await pause(LOOK_EVERY_MS);
  }
  return ended;
}

/** One socket in each room, spread over the servers, with the time at which it received the close. */
class RoomClosings {
  readonly #stops: (() => void)[] = [];
  readonly #notified: Promise<number>[] = [];

  static async watch(
    servers: readonly Server[],
    ids: readonly number[],
    users: readonly TestUser[],
  ): Promise<RoomClosings> {
    const closings = new RoomClosings();
    const watching = ids.map((_, nth) => (users[nth * PARTICIPANTS] as TestUser).id);
    const tokens = await (servers[0] as Server).call('createTokens', watching);
    const ports = await Promise.all(servers.map((server) => server.call('port')));
    await pLimit(JOINS_AT_ONCE).map(ids, async (auctionId, nth) => {
      const url = new URL(`http://127.0.0.1:${ports[nth % ports.length]}`);
      const notified = Promise.withResolvers<number>();
      closings.#notified.push(notified.promise);
      const watcher = await startRoomWatcher({ url, token: tokens[nth] ?? '', auctionId }, (frame) => {
        if (frame.includes('"status":"completed"')) notified.resolve(Date.now());
      });
      closings.#stops.push(watcher.stop);
    });
    return closings;
  }

  /** Returns when each watcher received the close, in epoch milliseconds, sorted. */
  async all(): Promise<number[]> {
    const late = pause(GIVE_UP_MS, undefined, { ref: false }).then(() => {
      throw new Error('some watchers never received the close');
    });
    const atMs = await Promise.race([Promise.all(this.#notified), late]);
    return atMs.sort((a, b) => a - b);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}

/** Does the same work statement by statement, with one auction in each transaction. */
async function closeOneByOne(db: Database, users: readonly TestUser[], count: number): Promise<number> {
  const ids = await seedAuctions(db, users, count);
  await endTogether(db, ids, 0);
  const deps = { ...laneDeps(db), settings: { get: () => 0 }, log: console, config: {} } as unknown as Deps;
  const startedAt = performance.now();
  await pLimit(POOL_SIZE).map(ids, (id) => closeSubjects(deps, auctionKind, [id]));
  const tookMs = performance.now() - startedAt;
  await assertOnce(db, ids);
  return tookMs;
}

/** Checks that each auction has one winner, one capture, one item and one notice, and that no coins are held (P3). */
async function assertOnce(db: Database, ids: readonly number[]): Promise<void> {
  const { rows } = await db.pool.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM auctions WHERE id = ANY($1) AND status = 'completed') AS completed,
      (SELECT count(*)::int FROM cart_items WHERE auction_id = ANY($1)) AS items,
      (SELECT count(*)::int FROM transfers WHERE kind = 'bid_capture' AND subject_id = ANY($1::text[])) AS captures,
      (SELECT count(*)::int FROM notifications WHERE kind = 'won' AND subject_id = ANY($1::text[])) AS notices,
      (SELECT ${ids.length} + count(*)::int FROM holds WHERE outcome IS NULL AND subject_id = ANY($1::text[])) AS holds`,
    [ids],
  );
  for (const [what, count] of Object.entries(rows[0] ?? {})) {
    if (count !== ids.length) throw new Error(`${what}: ${count} instead of ${ids.length}`);
  }
}

function report(count: number, rounds: readonly { ours: Ended; oneByOneMs: number }[]): void {
  const row = (what: string, of: (round: (typeof rounds)[number]) => number) => [
    what,
    `${figure(median(rounds.map(of)))} ms`,
    rounds.map((round) => figure(of(round))).join(' '),
  ];
  printTable(
    [`${figure(count)} auctions, ${PARTICIPANTS} participants and a watcher each`, 'median', 'rounds'],
    [
      row('until half are decided', ({ ours }) => ours.halfMs),
      row('until all are decided', ({ ours }) => ours.decidedMs),
      row('until half of the watchers are notified', ({ ours }) => ours.halfNotifiedMs),
      row('until all watchers are notified', ({ ours }) => ours.notifiedMs),
      row('until all notices are written', ({ ours }) => ours.noticedMs),
      row(`one transaction a close, ${POOL_SIZE} connections`, ({ oneByOneMs }) => oneByOneMs),
    ],
  );
  console.log();
}
