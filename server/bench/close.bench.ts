import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '../src/clock.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import type { Deps } from '../src/deps.ts';
import { setAlarms } from '../src/features/auctions/auction-alarms.ts';
import { defineAuctionJobs } from '../src/features/auctions/auctions.jobs.ts';
import { listAuctionRows } from '../src/features/auctions/auctions.queries.ts';
import { closeAuctions } from '../src/features/auctions/due-auctions.ts';
import { createJobs } from '../src/jobs/create-jobs.ts';
import type { Jobs } from '../src/jobs/jobs.ts';
import { changeHolds } from '../src/ledger/holds.ts';
import { postTransfers } from '../src/ledger/post-transfers.ts';
import { createNotices } from '../src/notifications/notices.ts';
import { createUsers, type TestUser } from '../test/builders.ts';
import { openBenchDatabase, POOL_SIZE } from './bench-database.ts';
import { figure, median, printGoals, printTable } from './report.ts';

const AUCTIONS = 1_000;
const PARTICIPANTS = 5;
const ROUNDS = 3;
const WORKERS = 2;
const GOAL_MS = 1_000;
/** Until the common end; setting the alarms must not be part of what is measured. */
const LEAD_MS = 4_000;
const LOOK_EVERY_MS = 5;
const GIVE_UP_MS = 60_000;
const CHUNK = 250;

/**
 * `npm run bench -- close`: 1,000 auctions with 5 participants end at one instant. Ours: alarms and sweeps of two workers,
 * as in the product. Beside it, one transaction for each close, on as many connections, with no alarm to wait for.
 */
export async function run(): Promise<boolean> {
  const redisUrl = process.env.REDIS_URL;
  if (!redisUrl) throw new Error('REDIS_URL is not set; npm run bench starts a Redis of its own.');
  const bench = await openBenchDatabase();
  const rounds: { ours: Ended; oneByOneMs: number }[] = [];
  try {
    const users = await createUsers(bench.db, AUCTIONS * PARTICIPANTS, { coins: 1_000_000 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const oneByOneMs = await closeOneByOne(bench.db, users);
      const ours = await closeByJobs(bench.db, bench.url, redisUrl, users);
      rounds.push({ ours, oneByOneMs });
    }
  } finally {
    await bench.drop();
  }
  report(rounds);
  return printGoals([
    {
      what: `all ${figure(AUCTIONS)} closed within 1 s (1 s ÷ time)`,
      ratios: rounds.map(({ ours }) => GOAL_MS / ours.lastMs),
      atLeast: 1,
    },
    {
      what: 'against one transaction a close',
      ratios: rounds.map(({ ours, oneByOneMs }) => oneByOneMs / ours.lastMs),
      atLeast: 1,
    },
  ]);
}

interface Ended {
  /** Milliseconds after the common end, by the database's clock, at which half and all were seen closed. */
  halfMs: number;
  lastMs: number;
  /** And at which everybody had their notice. */
  toldMs: number;
}

async function closeByJobs(
  db: Database,
  url: string,
  redisUrl: string,
  users: readonly TestUser[],
): Promise<Ended> {
  const prefix = `bench-${randomBytes(4).toString('hex')}`;
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, () => startWorker(url, redisUrl, prefix)),
  );
  try {
    const ids = await seed(db, users, LEAD_MS);
    const [setter] = workers;
    for (const auction of await listAuctionRows(db, ids))
      setAlarms({ jobs: (setter as Worker).jobs }, auction);
    const seen = async () => {
      const { rows } = await db.pool.query<{ ms: number; closed: number; told: number }>({
        name: 'bench-look',
        text: `SELECT extract(epoch FROM clock_timestamp() - min(end_date))::float8 * 1000 AS ms,
          (count(*) FILTER (WHERE status = 'completed'))::int AS closed, count(told_at)::int AS told
          FROM auctions WHERE id = ANY($1)`,
        values: [ids],
      });
      return rows[0] as { ms: number; closed: number; told: number };
    };
    const ended = { halfMs: Number.NaN, lastMs: Number.NaN, toldMs: Number.NaN };
    for (;;) {
      const { ms, closed, told } = await seen();
      if (closed > 0 && ms < 0) throw new Error('an auction was closed before its end');
      if (closed >= AUCTIONS / 2 && Number.isNaN(ended.halfMs)) ended.halfMs = ms;
      if (closed === AUCTIONS && Number.isNaN(ended.lastMs)) ended.lastMs = ms;
      if (told === AUCTIONS) ended.toldMs = ms;
      if (told === AUCTIONS) break;
      if (ms > GIVE_UP_MS) throw new Error(`${closed} of ${AUCTIONS} were closed after a minute`);
      await pause(LOOK_EVERY_MS);
    }
    await assertOnce(db, ids);
    return ended;
  } finally {
    await Promise.all(workers.map(({ jobs, db: own }) => jobs.close().then(() => own.close())));
  }
}

interface Worker {
  jobs: Jobs;
  db: Database;
}

async function startWorker(url: string, redisUrl: string, prefix: string): Promise<Worker> {
  const db = openDatabase({ url, poolSize: POOL_SIZE });
  const log = { warn: console.error, error: console.error } as unknown as Deps['log'];
  const jobs = createJobs({ redisUrl, prefix, log, clock: systemClock });
  defineAuctionJobs({ db, jobs, log, newId: uuidv7, notices: createNotices({ newId: uuidv7 }) });
  await jobs.start();
  return { jobs, db };
}

/** The same work, statement by statement, with one auction in each transaction. */
async function closeOneByOne(db: Database, users: readonly TestUser[]): Promise<number> {
  const ids = await seed(db, users, LEAD_MS);
  await pause(LEAD_MS + 100);
  const deps = {
    db,
    log: console as unknown as Deps['log'],
    newId: uuidv7,
    notices: createNotices({ newId: uuidv7 }),
  };
  const waiting = [...ids];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: POOL_SIZE }, async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await closeAuctions(deps, [id]);
    }),
  );
  const tookMs = performance.now() - startedAt;
  await assertOnce(db, ids);
  return tookMs;
}

/** Auctions that end together `leadMs` from the moment all of them are there, each led by the last of its participants. */
async function seed(db: Database, users: readonly TestUser[], leadMs: number): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO auctions (name, category, price_kobo, entry_bid_points, status, starts_at, end_date, hard_end, chain_head, chain_secret)
     SELECT 'Radio', 'product', 100000, 10, 'active', now(), now() + interval '1 hour', now() + interval '2 hours', $1, $1
     FROM generate_series(1, $2) RETURNING id`,
    [Buffer.alloc(32), AUCTIONS],
  );
  const ids = rows.map(({ id }) => id);
  const entries = ids.flatMap((id, nth) =>
    users
      .slice(nth * PARTICIPANTS, (nth + 1) * PARTICIPANTS)
      .map((user) => ({ id, user, transferId: uuidv7() })),
  );
  for (const chunk of chunks(entries)) await payEntries(db, chunk);
  const leaders = ids.map((id, nth) => ({ id, user: users[(nth + 1) * PARTICIPANTS - 1] as TestUser }));
  for (const chunk of chunks(leaders)) await openLeads(db, chunk);
  await db.pool.query(
    `INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash)
     SELECT id, seq, gen_random_uuid(), user_id, 'someone', seq - 1, seq, now(), now(), $2
     FROM unnest($1::int[], $3::uuid[]) WITH ORDINALITY AS e (id, user_id, nth), LATERAL (SELECT (nth - 1) % $4 + 1 AS seq) AS s`,
    [entries.map(({ id }) => id), Buffer.alloc(32), entries.map(({ user }) => user.id), PARTICIPANTS],
  );
  await db.pool.query('VACUUM ANALYZE');
  await db.pool.query(
    `UPDATE auctions SET end_date = now() + $2 * interval '1 ms', seq = $3::int, noticed_seq = $3::int, current_bid_amount = $3::int
      WHERE id = ANY($1)`,
    [ids, leadMs, PARTICIPANTS],
  );
  return ids;
}

async function payEntries(
  db: Database,
  entries: readonly { id: number; user: TestUser; transferId: string }[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await postTransfers(
      tx,
      entries.map(({ id, user, transferId }) => ({
        id: transferId,
        kind: 'entry_fee',
        realm: 0,
        subject: { kind: 'auction', id: String(id) },
        key: `auction:${id}:${user.id}`,
        postings: [{ from: { kind: 'available', id: user.id }, to: { kind: 'revenue' }, amount: 10 }],
      })),
    );
    await tx.client.query(
      `INSERT INTO auction_entries (auction_id, user_id, transfer_id, paid_available, paid_bonus)
       SELECT id, user_id, transfer_id, 10, 0 FROM unnest($1::int[], $2::uuid[], $3::uuid[]) AS e (id, user_id, transfer_id)`,
      [
        entries.map(({ id }) => id),
        entries.map(({ user }) => user.id),
        entries.map(({ transferId }) => transferId),
      ],
    );
  });
}

async function openLeads(db: Database, leaders: readonly { id: number; user: TestUser }[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await changeHolds(tx, {
      open: leaders.map(({ id, user }) => ({
        id: uuidv7(),
        subject: { kind: 'auction', id: String(id) },
        realm: 0,
        userId: user.id,
        amount: PARTICIPANTS,
        transferId: uuidv7(),
        transferKind: 'bid_hold',
        key: `auction:${id}:${PARTICIPANTS}`,
      })),
    });
    await tx.client.query(
      `UPDATE auctions a SET leader_id = l.user_id, leader_username = 'someone', seq = $3
        FROM unnest($1::int[], $2::uuid[]) AS l (id, user_id) WHERE a.id = l.id`,
      [leaders.map(({ id }) => id), leaders.map(({ user }) => user.id), PARTICIPANTS],
    );
  });
}

/** P3: each of them has one winner, one capture, one item, one notice, and nothing is held any more. */
async function assertOnce(db: Database, ids: readonly number[]): Promise<void> {
  const { rows } = await db.pool.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM auctions WHERE id = ANY($1) AND status = 'completed') AS completed,
      (SELECT count(*)::int FROM cart_items WHERE auction_id = ANY($1)) AS items,
      (SELECT count(*)::int FROM transfers WHERE kind = 'bid_capture' AND subject_id = ANY($1::text[])) AS captures,
      (SELECT count(*)::int FROM notifications WHERE kind = 'won' AND subject_id = ANY($1::text[])) AS notices,
      (SELECT ${AUCTIONS} + count(*)::int FROM holds WHERE outcome IS NULL AND subject_id = ANY($1::text[])) AS holds`,
    [ids],
  );
  for (const [what, count] of Object.entries(rows[0] ?? {})) {
    if (count !== AUCTIONS) throw new Error(`${what}: ${count} instead of ${AUCTIONS}`);
  }
}

function report(rounds: readonly { ours: Ended; oneByOneMs: number }[]): void {
  const row = (what: string, of: (round: (typeof rounds)[number]) => number) => [
    what,
    `${figure(median(rounds.map(of)))} ms`,
    rounds.map((round) => figure(of(round))).join(' '),
  ];
  printTable(
    [`${figure(AUCTIONS)} auctions, ${PARTICIPANTS} participants each`, 'median', 'rounds'],
    [
      row('alarms and sweeps: half closed', ({ ours }) => ours.halfMs),
      row('alarms and sweeps: all closed', ({ ours }) => ours.lastMs),
      row('alarms and sweeps: all told', ({ ours }) => ours.toldMs),
      row(`one transaction a close, ${POOL_SIZE} connections, no alarms`, ({ oneByOneMs }) => oneByOneMs),
    ],
  );
  console.log();
}

function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += CHUNK) yield items.slice(from, from + CHUNK);
}
