import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { hostUrls } from '../environment.ts';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { Primary } from './primary.ts';
import { Replication } from './replication.ts';

/** The connection pool, drizzle over it, and the hook for rooms that a committed transaction has invalidated. */
export interface Database {
  readonly pool: pg.Pool;
  readonly orm: NodePgDatabase;
  /** Which server the connections lead to. */
  readonly primary: Primary;
  /** Whether commits reach a standby. */
  readonly replication: Replication;
  /** Called right after each commit that invalidated rooms, with these; set by the rooms. Must not throw. */
  onCommit: (rooms: ReadonlySet<string>) => void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** May name several hosts; the primary among them is used. */
  url: string;
  poolSize?: number;
  applicationName?: string;
  /** After this time a query counts as unanswered. */
  queryTimeoutMs?: number;
  /** Called for errors of idle connections (a restarted server, a lost connection); the pool replaces them. */
  onIdleError?: (error: Error) => void;
  /** Called for each connection that is refused because it leads to a primary from before a promotion. */
  onOutdated?: (error: Error) => void;
}

// Coins stay below 2^53: a larger number is an error, never a rounded balance.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint beyond 2^53: ${text}`);
  return value;
});

/** Connections for reads of operators, beside those of the pool. */
const CONSOLE_CONNECTIONS = 4;
const isForConsole = new AsyncLocalStorage<boolean>();

/** Runs work whose reads wait for each other only: slow reports leave the pool's connections to lanes and players. */
export const withConsoleConnections = <Result>(work: () => Result): Result => isForConsole.run(true, work);

/** Creates the pool. Connections are opened on demand. Every session gets the limits of L5. */
export function openDatabase(options: DatabaseOptions): Database {
  const primary = new Primary(options);
  primary.follow();
  const pool = createPool(options, primary, options.poolSize ?? 16);
  const consolePool = createPool(options, primary, CONSOLE_CONNECTIONS);
  const replication = new Replication(() => createPool(options, primary, 1));
  for (const each of [pool, consolePool]) replication.attach(each);
  const connect = pool.connect.bind(pool);
  // The pool's own queries connect, too.
  pool.connect = ((...args: Parameters<typeof connect>) =>
    isForConsole.getStore() ? consolePool.connect(...args) : connect(...args)) as typeof pool.connect;
  return {
    pool,
    orm: drizzle(pool),
    primary,
    replication,
    onCommit: () => {},
    async close() {
      primary.stop();
      await Promise.all([pool.end(), consolePool.end(), replication.stop()]);
    },
  };
}

function createPool(options: DatabaseOptions, primary: Primary, max: number): pg.Pool {
  const pool = new pg.Pool({
    Client: primary.Client as unknown as new () => pg.ClientBase,
    connectionString: hostUrls(options.url)[0],
    max,
    // Statements queued on a connection together are sent together; they still run one after another.
    pipeline: true,
    connectionTimeoutMillis: 2_000,
    // For a database that does not respond at all; the database cancels statements earlier (L5).
    query_timeout: options.queryTimeoutMs ?? 7_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: options.applicationName ?? 'copup',
    types,
    options: [
      '-c lock_timeout=2000',
      '-c statement_timeout=5000',
      '-c idle_in_transaction_session_timeout=2000',
      '-c TimeZone=UTC',
    ].join(' '),
  });
  // A connection that the pool ends is lost on purpose.
  pool.on('error', (error) => {
    if (!pool.ending) options.onIdleError?.(error);
  });
  pool.on('release', (error) => {
    if (error instanceof Error && error.message === NO_REPLY) replaceIdle(pool);
  });
  return pool;
}

/** A query without a reply: the network dropped the connection silently, and probably those that were idle with it. */
const NO_REPLY = 'Query read timeout';

/** Closes the idle connections, so that none of them is waited for, too. */
function replaceIdle(pool: pg.Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle -= 1) pool.connect((_error, _client, done) => done(true));
}
