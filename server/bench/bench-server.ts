import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import { buildDeps, type Deps, type DepsOverrides } from '../src/deps.ts';
import { JWT_SECRET, POOL_SIZE, SECRETS_KEY } from './bench-database.ts';

/** Returns the configuration of a server on the database of BENCH_DATABASE_URL. Its data folder is removed at exit. */
export function benchConfig(env: Record<string, string | undefined> = {}): Config {
  const dataDir = mkdtempSync(join(tmpdir(), 'copup-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  return readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: process.env.BENCH_DATABASE_URL,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    REDIS_URL: process.env.REDIS_URL,
    REDIS_PREFIX: process.env.BENCH_PREFIX ?? `bench-${process.pid}`,
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET,
    SECRETS_KEY,
    ...env,
  });
}

export interface BenchServer {
  app: FastifyInstance;
  deps: Deps;
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** Creates sessions of these users and returns their tokens, in order. */
  createTokens(userIds: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

export interface BenchServerOptions {
  env?: Record<string, string | undefined>;
  overrides?: DepsOverrides;
  /** Runs before the app is built. */
  prepare?: (deps: Deps) => void;
  /** Adds routes for the bench. */
  extend?: (app: FastifyInstance, deps: Deps) => Promise<void>;
}

/** Starts the whole product in this process, on a free port. Scheduled jobs and periodic sweeps do not run. */
export async function startBenchServer(options: BenchServerOptions = {}): Promise<BenchServer> {
  const config = benchConfig(options.env);
  const deps = await buildDeps(config, options.overrides);
  options.prepare?.(deps);
  const app = await buildApp(deps);
  await options.extend?.(app, deps);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    deps,
    url: app.listeningOrigin,
    port: Number(new URL(app.listeningOrigin).port),
    async createTokens(userIds) {
      const sessions = await inTransaction(deps.db, (tx) => deps.sessions.createMany(tx, userIds));
      return userIds.map((id) => sessions.get(id)?.token ?? '');
    },
    async close() {
      await deps.rooms.leave();
      await deps.jobs.close();
      await Promise.all([app.close(), deps.lanes.drain()]);
      await deps.close();
    },
  };
}
