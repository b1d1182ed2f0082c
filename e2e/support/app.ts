import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorRole } from '@copup/shared/rights.ts';
import { openDatabase } from '@copup/testkit/database.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { Operator } from '@copup/testkit/players.ts';
import { type ServerProcess, startServer } from '@copup/testkit/processes.ts';
import { buildClient } from '../../scripts/client-build.ts';
import { root } from '../../scripts/data-folder.ts';

export const operator = { email: 'operator@copup.test', password: 'an operator passphrase' };
/** O3a: approves requests of the first operator, without a waiting time. */
export const secondOperator = { ...operator, email: 'second@copup.test' };

export interface AppOptions {
  /** Whether Redis is unreachable. */
  isRedisAway?: boolean;
  /** Further variables of the server's environment. */
  env?: Record<string, string>;
}

/** The complete product: a server process with the built client, its own database and Redis. */
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

  static async start({ isRedisAway = false, env: further = {} }: AppOptions = {}): Promise<App> {
    await buildClient();
    const parent = join(root, '.data', 'e2e');
    mkdirSync(parent, { recursive: true });
    const folder = mkdtempSync(join(parent, 'app-'));
    const [database, redis] = await Promise.all([createTestDatabase(), OwnRedis.create(folder)]);
    if (!isRedisAway) await redis.start();
    const env = {
      ADMIN_EMAIL: `${operator.email}, ${secondOperator.email}`,
      ADMIN_PASSWORD: operator.password,
      ...further,
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

  /** Signs in over REST once, because an account may sign in five times a minute. */
  signInOperator(): Promise<Operator> {
    this.#operator ??= Operator.signIn(this.url, operator.email, operator.password);
    return this.#operator;
  }

  /** S8a: moves the sign-in time of all sessions, or of one user's, into the past, with what they confirmed. */
  async ageSignIns(minutes: number, userId?: string): Promise<void> {
    await this.#query(
      `UPDATE sessions SET authenticated_at = clock_timestamp() - $1::int * interval '1 minute', confirmed_action_at = NULL
       WHERE $2::uuid IS NULL OR user_id = $2`,
      [minutes, userId ?? null],
    );
  }

  /** S8: makes the user an operator who may approve at once. */
  async giveRole(userId: string, role: OperatorRole): Promise<void> {
    await this.#query(
      'UPDATE users SET role = 1, operator_role = $2, is_first_operator = true WHERE id = $1',
      [userId, role],
    );
  }

  /** The end of the contest is now; the server's periodic sweep settles it. */
  async endContest(id: number): Promise<void> {
    await this.#query('UPDATE contests SET end_date = clock_timestamp() WHERE id = $1', [id]);
  }

  /** The end of the auction is now, or in some seconds; the server's periodic sweep settles it. */
  async endAuction(id: number, { inS = 0 } = {}): Promise<void> {
    await this.#query(
      `UPDATE auctions SET end_date = clock_timestamp() + $2::int * interval '1 second' WHERE id = $1`,
      [id, inS],
    );
  }

  /** Creates this many open auctions of the realm, without the limit of an operator's calls. */
  async addAuctions(realm: number, count: number): Promise<void> {
    await this.#query(
      `INSERT INTO auctions (realm, name, category, price_kobo, entry_bid_points, status, starts_at, end_date, hard_end,
         chain_head, chain_secret)
       SELECT $1, 'Radio ' || n, 'product', 45000, 0, 'active', now(), now() + interval '1 hour', now() + interval '2 hours',
         sha256(n::text::bytea), sha256(n::text::bytea) FROM generate_series(1, $2::int) AS n`,
      [realm, count],
    );
  }

  /** The heist opens now and starts soon; the server's periodic sweep puts it on hold and starts it. */
  async openHeist(id: number, { startsInS }: { startsInS: number }): Promise<void> {
    await this.#query(
      `UPDATE heists SET opens_at = clock_timestamp(), holds_at = clock_timestamp(),
        starts_at = date_trunc('second', clock_timestamp()) + $2::int * interval '1 second' WHERE id = $1`,
      [id, startsInS],
    );
  }

  /** The end of the heist is now. */
  async endHeist(id: number): Promise<void> {
    await this.#query('UPDATE heists SET end_date = clock_timestamp() WHERE id = $1', [id]);
  }

  /** G3: the user has played this long, without a pause, with what was spent before. */
  async setPlayed(userId: string, seconds: number): Promise<void> {
    await this.#query(
      `INSERT INTO play_sessions (user_id, started_at, seen_at, played_ms)
       VALUES ($1, clock_timestamp() - $2::int * interval '1 second', clock_timestamp(), $2::int * 1000)
       ON CONFLICT (user_id) DO UPDATE SET started_at = excluded.started_at, seen_at = excluded.seen_at,
         played_ms = excluded.played_ms, spent_before = 0, won_before = 0`,
      [userId, seconds],
    );
  }

  /** The match starts now. */
  async kickOff(fixtureId: number): Promise<void> {
    await this.#query('UPDATE fixtures SET kickoff = clock_timestamp() WHERE id = $1', [fixtureId]);
  }

  /** As if so many push messages of a kind had been sent today, of which a tenth was not accepted. */
  async countPushes(kind: string, sent: number): Promise<void> {
    await this.#query(
      `INSERT INTO push_days (day, kind, sent, accepted, expired, failed, shown, opened, acted) SELECT (now() AT TIME ZONE 'Africa/Lagos')::date,
        $1, n, n * 9 / 10, n / 20, n / 10, n * 4 / 5, n / 4, n / 9 FROM (SELECT $2::int AS n) AS given`,
      [kind, sent],
    );
  }

  async #query(text: string, values: unknown[]): Promise<void> {
    const db = openDatabase({ url: this.#database.url, poolSize: 1 });
    try {
      await db.pool.query(text, values);
    } finally {
      await db.close();
    }
  }

  /** Sends SIGTERM, as in a rolling restart. */
  async stopServer(): Promise<void> {
    const code = await this.#server.stop();
    if (code !== 0) throw new Error(`the server exited with ${code}:\n${this.#server.log()}`);
  }

  /** Sends SIGKILL, as when its machine fails. */
  async killServer(): Promise<void> {
    await this.#server.kill();
  }

  /** Starts the server at the same address as before. */
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

  /** Stops everything; the server must exit with 0. Its log is deleted. */
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
