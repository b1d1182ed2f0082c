import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '@copup/server/app.ts';
import { type Config, readConfig } from '@copup/server/config.ts';
import { inTransaction } from '@copup/server/db/in-transaction.ts';
import { buildDeps, type Deps, type DepsOverrides } from '@copup/server/deps.ts';
import type { Feature } from '@copup/server/feature.ts';
import type { FastifyInstance } from 'fastify';
import { createUser, type TestUser, type TestUserOptions } from './builders.ts';
import { ApiClient } from './client.ts';
import { createTestDatabase, runAsOwner, type TestDatabase, testRedis } from './databases.ts';

export interface TestApp {
  deps: Deps;
  app: FastifyInstance;
  /** The app's own database unless one was passed. */
  database: Pick<TestDatabase, 'url'>;
  /** URL of the listening server, without a trailing slash. */
  url: string;
  /** A client without a session. */
  client: ApiClient;
  /** Runs statements with the privileges of the database's owner. */
  asOwner(statements: string): Promise<void>;
  /** Creates a user with a session. */
  signIn(options?: TestUserOptions): Promise<SignedInClient>;
  /** Creates a session for an existing user. */
  signInAs(userId: string): Promise<ApiClient>;
  close(): Promise<void>;
}

export interface SignedInClient extends ApiClient {
  user: TestUser;
  token: string;
}

export interface TestAppOptions {
  /** A database shared with other servers; its creator drops it. Default: a new database. */
  database?: Pick<TestDatabase, 'url'>;
  /** Null runs the server without Redis. */
  redis?: { url: string; prefix: string } | null;
  env?: Record<string, string>;
  overrides?: DepsOverrides;
  /** Features beside those of the product. */
  features?: readonly Feature[];
  /** Whether scheduled jobs and periodic sweeps run. Default: false, because tests call them directly. */
  runsJobs?: boolean;
}

/** Starts a complete server on a free port with its own database and Redis prefix. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const own = options.database ? undefined : await createTestDatabase();
  const database = options.database ?? (own as TestDatabase);
  const dataDir = mkdtempSync(join(tmpdir(), 'copup-test-'));
  const deps = await buildDeps(testConfig(database.url, dataDir, options), options.overrides);
  const app = await buildApp(deps, options.features);
  await app.listen({ port: 0, host: '127.0.0.1' });
  if (options.runsJobs) await deps.jobs.start();
  const url = app.listeningOrigin;
  const client = new ApiClient(url);

  async function signInAs(userId: string): Promise<ApiClient> {
    const { token } = await inTransaction(deps.db, (tx) => deps.sessions.create(tx, userId));
    return client.withToken(token);
  }

  return {
    deps,
    app,
    database,
    url,
    client,
    signInAs,
    asOwner: (statements) => runAsOwner(database.url, statements),
    async signIn(userOptions) {
      const user = await createUser(deps.db, userOptions);
      const signedIn = await signInAs(user.id);
      return Object.assign(signedIn, { user, token: signedIn.token ?? '' });
    },
    async close() {
      await deps.rooms.close();
      await Promise.all([app.close(), deps.lanes.drain()]);
      await deps.close();
      await own?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function testConfig(databaseUrl: string, dataDir: string, options: TestAppOptions): Config {
  const redis = options.redis === undefined ? testRedis() : options.redis;
  return readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    REDIS_URL: redis?.url,
    REDIS_PREFIX: redis?.prefix,
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: 'a secret for tests that has enough characters',
    SECRETS_KEY: 'another secret for tests with enough characters',
    ...options.env,
  });
}
