import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@copup/testkit/database.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { Operator } from '@copup/testkit/players.ts';
import { type ServerProcess, startServer } from '@copup/testkit/processes.ts';
import { buildClient } from '../../scripts/client-build.ts';
import { root } from '../../scripts/data-folder.ts';

export const operator = { email: 'operator@copup.test', password: 'an operator passphrase' };
/** O3a: approves what the first requested, and may at once. */
export const secondOperator = { ...operator, email: 'second@copup.test' };

export interface AppOptions {
  /** Nothing answers where Redis should be. */
  isRedisAway?: boolean;
}

/** The whole product as users get it: a server process with the built client, a database and a Redis of its own. */
export class App {
  readonly url: string;
  readonly redis: OwnRedis;
  readonly #database: TestDatabase;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  #server: ServerProcess;
  #operator: Promise<Operator> | undefined;

  private constructor(
    database: TestDatabase,
    redis: OwnRedis,
    folder: string,
    env: Record<string, string>,
    server: ServerProcess,
  ) {
    this.#database = database;
    this.redis = redis;
    this.#folder = folder;
    this.#env = env;
    this.#server = server;
    this.url = server.url;
  }

  static async start({ isRedisAway = false }: AppOptions = {}): Promise<App> {
    await buildClient();
    const parent = join(root, '.data', 'e2e');
    mkdirSync(parent, { recursive: true });
    const folder = mkdtempSync(join(parent, 'app-'));
    const [database, redis] = await Promise.all([createTestDatabase(), OwnRedis.create(folder)]);
    if (!isRedisAway) await redis.start();
    const env = {
      ADMIN_EMAIL: `${operator.email}, ${secondOperator.email}`,
      ADMIN_PASSWORD: operator.password,
    };
    try {
      const urls = { databaseUrl: database.url, redisUrl: redis.url };
      const server = await startServer({ name: 'server', ...urls, folder, env });
      return new App(database, redis, folder, env, server);
    } catch (error) {
      await Promise.all([redis.kill(), database.drop()]);
      throw error;
    }
  }

  /** Signed in over REST, once: an account may do so five times a minute. */
  signInOperator(): Promise<Operator> {
    this.#operator ??= Operator.signIn(this.url, operator.email, operator.password);
    return this.#operator;
  }

  /** S8a: as if everyone had signed in so long ago. */
  async ageSignIns(minutes: number): Promise<void> {
    const db = openDatabase({ url: this.#database.url, poolSize: 1 });
    try {
      await db.pool.query(
        "UPDATE sessions SET authenticated_at = clock_timestamp() - $1::int * interval '1 minute'",
        [minutes],
      );
    } finally {
      await db.close();
    }
  }

  /** SIGTERM, as at a rolling restart. */
  async stopServer(): Promise<void> {
    const code = await this.#server.stop();
    if (code !== 0) throw new Error(`the server ended with ${code}:\n${this.#server.log()}`);
  }

  /** At the same address as before. */
  async startServer(): Promise<void> {
    this.#server = await startServer({
      name: 'server-again',
      databaseUrl: this.#database.url,
      redisUrl: this.redis.url,
      folder: this.#folder,
      port: Number(new URL(this.url).port),
      env: this.#env,
    });
  }

  /** Stops everything; the server must leave in good order. Its log is thrown away with it. */
  async stop(): Promise<void> {
    try {
      if (this.#server.isRunning) await this.stopServer();
    } finally {
      await this.#server.kill();
      await this.redis.kill();
      await this.#database.drop();
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
