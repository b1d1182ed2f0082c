import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from '@copup/testkit/builders.ts';
import { Child } from '@copup/testkit/child.ts';
import { figure, printGoals } from '@copup/testkit/report.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { createNotices, type NewNotice, type Notices } from '../../src/notifications/notices.ts';
import { createBidders, insertAuction } from '../../test/bidding.ts';
import { type BenchDatabase, createManyUsers, withBenchDatabase } from '../bench-database.ts';
import { printMedians, readOptions } from '../rounds.ts';
import type { ServerCalls } from '../server.child.ts';
import { insertHeists } from '../tickets/tickets.bench.ts';
import type { PushServiceCalls } from './push-service.child.ts';

const OUTBIDS_PER_S = 50;
const BIDS_PER_S = 50;
const BIDDERS = 20;
/** One player is outbid so often during the outbids of the others. */
const REPEATED = 200;
const PATIENCE_MS = 60_000;
const POLL_MS = 200;
const GOAL_OUTBID_MS = 2_000;
const GOAL_BROADCAST_MS = 10_000;

interface World {
  bench: BenchDatabase;
  server: Child<ServerCalls>;
  service: Child<PushServiceCalls>;
  players: readonly TestUser[];
  bid: () => Promise<number>;
  notices: Notices;
}
interface Measured {
  outbidMs: number;
  broadcastMs: number;
  aloneMs: number;
  duringMs: number;
  /** CPU of one message, in microseconds. */
  serverUs: number;
  postgresUs: number;
  serviceUs: number;
}

/**
 * `npm run bench -- push`: outbids at a steady rate, then a heist that starts soon for all players, with bids by POST
 * before and during it. The push service shares the cores of the server.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { rounds, players, seconds } = readOptions(args, { players: 10_000, seconds: 10 });
  return withBenchDatabase(async (bench) => {
    const service = await Child.start<PushServiceCalls>(new URL('push-service.child.ts', import.meta.url));
    const env = { BENCH_DATABASE_URL: bench.url, ...(await service.call('env')) };
    const server = await Child.start<ServerCalls>(new URL('../server.child.ts', import.meta.url), env);
    try {
      const world = await openWorld(bench, server, service, players);
      const measured: Measured[] = [];
      for (let round = 0; round < rounds; round += 1) measured.push(await measure(world, seconds));
      return report(measured, players);
    } finally {
      await Promise.all([server.end(), service.end()]);
    }
  });
}

async function openWorld(
  bench: BenchDatabase,
  server: Child<ServerCalls>,
  service: Child<PushServiceCalls>,
  count: number,
): Promise<World> {
  const players = await createManyUsers(bench, count);
  const ids = players.map(({ id }) => id);
  await server.call('createTokens', ids);
  await bench.db.pool.query(
    `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, service, p256dh, auth, created_at)
      SELECT gen_random_uuid(), s.user_id, s.id, b.endpoint, 'test', b.keys->>'p256dh', b.keys->>'auth', now()
      FROM jsonb_to_recordset($2) AS b (endpoint text, keys jsonb, nth int)
      JOIN unnest($1::uuid[]) WITH ORDINALITY AS u (id, nth) USING (nth) JOIN sessions s ON s.user_id = u.id`,
    [ids, JSON.stringify((await service.call('open', count)).map((each, at) => ({ ...each, nth: at + 1 })))],
  );
  const auctionId = await insertAuction(bench.db);
  const bidders = await createBidders(bench.db, auctionId, BIDDERS, 1_000_000_000);
  const url = `http://127.0.0.1:${await server.call('port')}/api/auction/bid/${auctionId}`;
  const tokens = await server.call(
    'createTokens',
    bidders.map(({ id }) => id),
  );
  await server.call('startJobs');
  const notices = createNotices({ newId: () => uuidv7() });
  let nth = 0;
  return {
    bench,
    server,
    service,
    players,
    notices,
    async bid() {
      const authorization = `Bearer ${tokens[nth++ % BIDDERS]}`;
      const startMs = performance.now();
      const reply = await fetch(url, { method: 'POST', headers: { authorization } });
      if (!reply.ok) throw new Error(`a bid was answered ${reply.status}: ${await reply.text()}`);
      await reply.arrayBuffer();
      return performance.now() - startMs;
    },
  };
}

async function measure(world: World, seconds: number): Promise<Measured> {
  const outbidMs = await measureOutbids(world, seconds);
  const aloneMs = p95(await evenly(BIDS_PER_S, (nth) => nth >= BIDS_PER_S * seconds, world.bid));
  let isSent = false;
  const during = evenly(BIDS_PER_S, () => isSent, world.bid);
  const costs = await measureBroadcast(world).finally(() => {
    isSent = true;
  });
  return { outbidMs, aloneMs, duringMs: p95(await during), ...costs };
}

/** Returns the 95th percentile from the notice's row until the push service has accepted its message. */
async function measureOutbids({ bench, players, service, notices }: World, seconds: number): Promise<number> {
  const auctionId = await insertAuction(bench.db);
  const notice = ({ id: userId }: TestUser): NewNotice => ({
    userId,
    kind: 'outbid',
    subject: { kind: 'auction', id: String(auctionId) },
    details: { name: 'Tecno Phantom' },
  });
  const [often, ...others] = players;
  const total = Math.min(OUTBIDS_PER_S * seconds, others.length);
  const writeEach = (of: readonly (TestUser | undefined)[]) =>
    evenly(
      of.length / seconds,
      (nth) => nth >= of.length,
      (nth) => inTransaction(bench.db, (tx) => notices.write(tx, [notice(of[nth] as TestUser)])),
    );
  const before = await service.call('countWaiting', 0);
  await Promise.all([
    writeEach(others.slice(0, total)),
    writeEach(Array.from({ length: REPEATED }, () => often)),
  ]);
  await untilSent(bench, String(auctionId), total + 1);
  const waiting = (await service.call('countWaiting', 0)) - before;
  if (waiting !== 1) throw new Error(`${waiting} messages wait for a player outbid ${REPEATED} times`);
  const { rows } = await bench.db.pool.query<{ p95: number }>(
    `SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM sent_at - created_at))::float * 1000 AS p95
      FROM push_messages WHERE subject_kind = 'auction' AND subject_id = $1`,
    [String(auctionId)],
  );
  return rows[0]?.p95 ?? Number.NaN;
}

async function measureBroadcast(world: World) {
  const { bench, players, server, service } = world;
  const [heistId] = await insertHeists(bench, 1);
  await bench.db.pool.query(
    `INSERT INTO heist_tickets (heist_id, user_id, no, paid_available, paid_bonus)
      SELECT $1, id, no, 0, 0 FROM unnest($2::uuid[]) WITH ORDINALITY AS u (id, no)`,
    [heistId, players.map(({ id }) => id)],
  );
  const readCpu = async () => [
    ...(await Promise.all(
      [server, service].map(async (each) => (await each.call('readUsage', { collects: false })).cpuUs),
    )),
    bench.cpuUs(),
  ];
  const before = await readCpu();
  const startMs = performance.now();
  await bench.db.pool.query('UPDATE heists SET participants = $2, holds_at = now() WHERE id = $1', [
    heistId,
    players.length,
  ]);
  await untilSent(bench, String(heistId), players.length);
  const broadcastMs = performance.now() - startMs;
  const [serverUs = 0, serviceUs = 0, postgresUs = 0] = (await readCpu()).map(
    (cpuUs, at) => (cpuUs - (before[at] ?? 0)) / players.length,
  );
  return { broadcastMs, serverUs, serviceUs, postgresUs };
}

/** A slow poll, which takes nothing from what is measured. */
async function untilSent({ db }: BenchDatabase, subjectId: string, count: number): Promise<void> {
  for (const start = performance.now(); ; await pause(POLL_MS)) {
    const { rows } = await db.pool.query<{ sent: number }>(
      'SELECT count(*)::int AS sent FROM push_messages WHERE subject_id = $1 AND sent_at IS NOT NULL AND due_at IS NULL',
      [subjectId],
    );
    if (rows[0]?.sent === count) return;
    if (performance.now() - start > PATIENCE_MS) throw new Error(`${rows[0]?.sent} of ${count} were sent`);
  }
}

/** Starts work at a fixed rate, whether or not the earlier work has ended, and waits for all of it. */
export async function evenly<Result>(
  perSecond: number,
  isOver: (nth: number) => boolean,
  work: (nth: number) => Promise<Result>,
): Promise<Result[]> {
  const started: Promise<Result>[] = [];
  for (const startMs = performance.now(); !isOver(started.length); ) {
    started.push(work(started.length));
    await pause(Math.max(0, startMs + (started.length * 1_000) / perSecond - performance.now()));
  }
  return Promise.all(started);
}

export const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(0.95 * (values.length - 1))] ?? Number.NaN;

function report(measured: readonly Measured[], players: number): boolean {
  printMedians<Measured>(
    `broadcast to ${figure(players)}`,
    {
      outbidMs: 'outbid p95 ms',
      broadcastMs: 'broadcast ms',
      aloneMs: 'bid p95 ms',
      duringMs: 'bid p95 during, ms',
      serverUs: 'server µs each',
      postgresUs: 'postgres µs each',
      serviceUs: 'push service µs each',
    },
    { '': measured },
  );
  return printGoals([
    {
      what: `outbid to accepted, p95, ${OUTBIDS_PER_S} a second (time ÷ ${GOAL_OUTBID_MS} ms)`,
      ratios: measured.map(({ outbidMs }) => outbidMs / GOAL_OUTBID_MS),
      atMost: 1,
    },
    {
      what: `broadcast (time ÷ ${GOAL_BROADCAST_MS} ms)`,
      ratios: measured.map(({ broadcastMs }) => broadcastMs / GOAL_BROADCAST_MS),
      atMost: 1,
    },
    {
      what: 'p95 of a bid during the broadcast : without',
      ratios: measured.map(({ duringMs, aloneMs }) => duringMs / aloneMs),
    },
  ]);
}
