import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@copup/testkit/database.ts';
import type { ServerProcess } from '@copup/testkit/processes.ts';
import { Client } from 'pg';
import { acknowledgedBetween } from './bid-times.ts';
import type { PlayWorld, World } from './scene.ts';

const patienceMs = 10_000;

/** Runs the statement in a new transaction and keeps its locks until `release`. */
export async function holdLocks(url: string, statement: string): Promise<{ release(): Promise<void> }> {
  const client = new Client({ connectionString: url, application_name: 'copup-drill' });
  // The drill may stop its PostgreSQL while the lock is held.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement);
  return {
    release: async () => {
      await client.query('ROLLBACK').catch(() => undefined);
      await client.end().catch(() => undefined);
    },
  };
}

/** Waits until a server's statement that contains the text waits for a lock; resolves with the server's name. */
async function untilBlocked(db: Database, text: string): Promise<string> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const { rows } = await db.pool.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND application_name IN ('one', 'two') AND position($1 IN query) > 0 LIMIT 1`,
      [text],
    );
    if (rows[0]) return rows[0].name;
    await pause(10);
  }
  throw new Error(`no server waited for a lock with: ${text}`);
}

/** Holds locks until the server whose statement with this text waits for them was killed, or otherwise treated. */
export async function whileBlocked(
  { db, postgres, servers, announce }: World,
  {
    lock,
    text,
    what,
    begin = async () => undefined,
    treat = (server) => server.kill(),
  }: {
    lock: string;
    text: string;
    /** What happens to the server, for the live output. */
    what: string;
    /** Starts the work that will wait. */
    begin?: () => Promise<unknown>;
    treat?: (server: ServerProcess, release: () => Promise<void>) => Promise<unknown>;
  },
): Promise<void> {
  const locks = await holdLocks(postgres.ownerUrl, lock);
  try {
    const begun = begin();
    const name = await untilBlocked(db, text);
    announce(`server ${name} is ${what}`);
    const server = servers.find((each) => each.name === name);
    if (server) await treat(server, () => locks.release());
    await locks.release();
    // Its server may have been killed before it replied.
    await begun.catch(() => undefined);
  } finally {
    await locks.release();
  }
}

/** Locks the rows of a table shortly before their end until all closers wait for them. */
export async function lockUntilClosersWait(world: World, table: string): Promise<void> {
  const { postgres, realm, untilEndIs, announce } = world;
  await untilEndIs(200);
  announce(`every row of ${table} is locked until all closers wait for it`);
  const statement = `SELECT 1 FROM ${table} WHERE realm = ${realm} ORDER BY id FOR UPDATE`;
  const lock = await holdLocks(postgres.ownerUrl, statement);
  // After the last overtime, so that every closer finds them ended.
  await untilEndIs(-1_500);
  await lock.release();
}

/** Kills one of the servers, chosen at random, and returns it. */
export async function killServer(
  { servers, random, announce }: World,
  what = 'killed',
): Promise<ServerProcess | undefined> {
  const name = random.pick(['one', 'two']);
  const server = servers.find((each) => each.name === name);
  announce(`server ${name} is ${what}`);
  await server?.kill();
  return server;
}

/** Flushes Redis repeatedly around the end of the auctions. */
export async function flushAroundEnd({ redis, untilEndIs }: World): Promise<void> {
  for (const leftMs of [500, 100, -300, -700]) {
    await untilEndIs(leftMs);
    await redis.flush();
  }
}

/** Cuts connections at COMMIT, before or after it takes effect, until it is over. */
export async function cutCommits(
  { proxies, random, announce, addViolation }: World,
  over: Promise<unknown>,
  afterCut = async (): Promise<unknown> => undefined,
): Promise<void> {
  announce('connections are cut at COMMIT');
  const isOver = over.then(() => 'over' as const);
  let cuts = 0;
  for (;;) {
    const proxy = proxies[random.int(0, 1)];
    const where = random.next() < 0.75 ? ('after' as const) : ('before' as const);
    const cut = proxy?.cutOnCommit(where, random.int(1, 3)).then(() => 'cut' as const);
    if ((await Promise.race([cut, isOver])) === 'over') break;
    cuts += 1;
    await afterCut();
  }
  if (cuts < 3) addViolation(`only ${cuts} connections were cut`);
}

/** Expects bids after the recovery, unless the auctions ended before it, as on a busy machine. */
export async function expectBids(
  { moreBids, recorder, endMs, addViolation }: PlayWorld,
  what: string,
): Promise<void> {
  const fromMs = Date.now();
  await moreBids(10);
  const bids = acknowledgedBetween(recorder.events, fromMs, Date.now());
  if (endMs - fromMs > 4_000 && bids < 10) addViolation(`only ${bids} bids were accepted after ${what}`);
}

/** The environment of servers in which `Date` is off by as many milliseconds as the expression yields. */
export const clockEnv = (offMs: string): Record<string, string> => {
  const preload = `
    const Real = Date;
    const name = /application_name=(\\w+)/.exec(process.env.DATABASE_URL ?? '')?.[1];
    const now = () => Real.now() + (${offMs});
    globalThis.Date = class extends Real {
      constructor(...args) { if (args.length === 0) super(now()); else super(...args); }
      static now() { return now(); }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
};

export async function availableOf({ db }: PlayWorld, userId: string): Promise<number> {
  const { rows } = await db.pool.query<{ available: number }>(
    'SELECT available FROM wallets WHERE user_id = $1',
    [userId],
  );
  return Number(rows[0]?.available ?? 0);
}
