import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createUsers, type TestUser, type TestUserOptions } from '@copup/testkit/builders.ts';
import pg from 'pg';
import { type Database, openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';

export interface BenchDatabase {
  db: Database;
  /** URL of the servers' role. */
  url: string;
  ownerUrl: string;
  /** Runs statements with the owner's privileges, for tables and functions of the bench. */
  asOwner(statements: string): Promise<void>;
  /** Returns the CPU time used by this PostgreSQL and all its sessions so far, in microseconds; 0 without /proc. */
  cpuUs(): number;
  drop(): Promise<void>;
}

/** The number of connections of every measured side. */
export const POOL_SIZE = 16;
export const JWT_SECRET = 'a secret for benches that has enough characters';
/** Shared by all servers of a bench, and by a bench that signs messages like another server. */
export const SECRETS_KEY = 'another secret for benches with enough characters';

/** Runs the work with a database of its own, which is dropped afterwards. */
export async function withBenchDatabase<Result>(
  work: (bench: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const bench = await openBenchDatabase();
  return work(bench).finally(() => bench.drop());
}

/** Creates any number of users, in chunks. */
export async function createManyUsers(
  { db }: BenchDatabase,
  count: number,
  options: TestUserOptions = {},
): Promise<TestUser[]> {
  const users: TestUser[] = [];
  while (users.length < count)
    users.push(...(await createUsers(db, Math.min(1_000, count - users.length), options)));
  return users;
}

/** Opens a database for the bench on a server that must write durably: otherwise the figures are meaningless. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env;
  if (!DATABASE_URL || !DATABASE_OWNER_URL)
    throw new Error(
      'DATABASE_URL and DATABASE_OWNER_URL are not set; npm run bench starts a PostgreSQL of its own.',
    );
  const name = `copup_bench_${randomBytes(4).toString('hex')}`;
  const server = new pg.Client({ connectionString: DATABASE_OWNER_URL });
  await server.connect();
  try {
    const { rows } = await server.query(`SELECT current_setting('fsync') = 'on'
      AND current_setting('synchronous_commit') = 'on' AS durable, pg_backend_pid() AS pid`);
    if (!rows[0].durable)
      throw new Error('This PostgreSQL does not wait for the disk (fsync, synchronous_commit).');
    await server.query(`CREATE DATABASE ${name}`);
    const [url, ownerUrl] = [DATABASE_URL, DATABASE_OWNER_URL].map((each) => {
      const own = new URL(each);
      own.pathname = `/${name}`;
      return own.toString();
    }) as [string, string];
    await migrate({ ownerUrl, url });
    const db = openDatabase({ url, poolSize: POOL_SIZE });
    const postmaster = parentOf(rows[0].pid);
    return {
      db,
      url,
      ownerUrl,
      async asOwner(statements) {
        const owner = new pg.Client({ connectionString: ownerUrl });
        await owner.connect();
        await owner.query(statements).finally(() => owner.end());
      },
      cpuUs: () => (postmaster === undefined ? 0 : cpuOfFamilyUs(postmaster)),
      async drop() {
        await db.close();
        await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        await server.end();
      },
    };
  } catch (error) {
    await server.end();
    throw error;
  }
}

// Fields of /proc/PID/stat after the name in parentheses, counted from 0.
const PARENT = 1;
const USER = 11;
const SYSTEM = 12;
const USER_OF_DEAD_CHILDREN = 13;
const SYSTEM_OF_DEAD_CHILDREN = 14;
/** Linux counts in hundredths of a second on all platforms of Node.js. */
const US_PER_TICK = 10_000;

function statOf(pid: number | string): number[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

const parentOf = (pid: number): number | undefined => statOf(pid)?.[PARENT];

function cpuOfFamilyUs(parent: number): number {
  let ticks = 0;
  let us = 0;
  const own = statOf(parent);
  for (const field of [USER_OF_DEAD_CHILDREN, SYSTEM_OF_DEAD_CHILDREN]) ticks += own?.[field] ?? 0;
  us += cpuOfProcessUs(parent, own);
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = statOf(pid);
    if (stat?.[PARENT] === parent) us += cpuOfProcessUs(pid, stat);
  }
  return us + ticks * US_PER_TICK;
}

/** Reads nanoseconds where the kernel provides them: many sessions of PostgreSQL use less than a tick. */
function cpuOfProcessUs(pid: number | string, stat: readonly number[] | undefined): number {
  try {
    const [ns] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(ns) / 1_000;
  } catch {
    return ((stat?.[USER] ?? 0) + (stat?.[SYSTEM] ?? 0)) * US_PER_TICK;
  }
}
