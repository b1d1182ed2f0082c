import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@copup/testkit/database.ts';
import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { type ServerProcess, startServer } from '@copup/testkit/processes.ts';
import type { Random } from '@copup/testkit/random.ts';
import { openTcpProxy, type TcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { root } from '../../scripts/data-folder.ts';
import { type Played, play } from './play.ts';
import { endOnInterrupt } from './running.ts';
import type { Outcome, Scene, World } from './scene.ts';
import { type Watcher, writeWatchers } from './watchers.ts';

export const operator = { email: 'operator@drills.test', password: 'a long drill passphrase' };
export const baseEnv = {
  ADMIN_EMAIL: operator.email,
  ADMIN_PASSWORD: operator.password,
  LOAD_TESTS: 'allow',
  JWT_SECRET: 'only for drills, the same on both servers, and long enough',
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
};

/** What every PostgreSQL of a drill has. Its URLs may name several hosts. */
export interface DrilledPostgres {
  url: string;
  ownerUrl: string;
  remove(): Promise<void>;
}

export interface ScenarioOptions<Postgres> {
  name: string;
  scene: Scene<World<Postgres>>;
  createPostgres: () => Promise<Postgres>;
  /** Folder of the version with which both servers begin, by default this one. */
  release?: string | undefined;
  random: Random;
  isShort?: boolean;
  announce?: (what: string) => void;
  /** Called with the owner's URL while the database still runs with its final state. */
  beforeEnd?: (outcome: Outcome, ownerUrl: string) => Promise<void>;
}

/**
 * Runs two servers with their own PostgreSQL and Redis, players and watchers on both, three auctions that end together
 * within seconds (one of them below its reserve), and a fault in the middle. Ends when every watcher has the state of
 * PostgreSQL, or
 * 5 s after auctions and fault have ended. Logs, history and the watchers' states are kept in .data/drills/NAME.
 */
export async function runScenario<Postgres extends DrilledPostgres>({
  name,
  scene,
  createPostgres,
  random,
  release,
  isShort = false,
  announce = () => undefined,
  beforeEnd,
}: ScenarioOptions<Postgres>): Promise<Outcome> {
  const folder = join(root, '.data', 'drills', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const servers: ServerProcess[] = [];
  const watchers: Watcher[] = [];
  const crowd: World['crowd'] = [];
  const toClose: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const watcher of [...watchers, ...crowd]) watcher.close();
    await Promise.all(servers.map((server) => server.kill()));
    for (const close of toClose.splice(0).reverse()) await close();
  };
  const forget = endOnInterrupt(end);
  try {
    const postgres = await createPostgres();
    toClose.push(() => postgres.remove());
    const redis = await OwnRedis.create(folder);
    toClose.push(() => redis.kill());
    if (!scene.isRedisAway) await redis.start();
    const db = openDatabase({ url: postgres.ownerUrl, poolSize: 4, applicationName: 'copup-drill' });
    toClose.push(() => db.close());
    const names = ['one', 'two'];
    const proxies: TcpProxy[] = [];
    for (const _ of scene.isBehindProxy ? names : []) {
      const proxy = await openTcpProxy({ host: '127.0.0.1', port: Number(new URL(postgres.url).port) });
      proxies.push(proxy);
      toClose.push(() => proxy.close());
    }
    const env = { ...baseEnv, ...scene.env };
    const start = (each: string, port?: number, version?: string) => {
      // The application name identifies the server, for faults that wait for a statement of one server.
      const url = proxies[names.indexOf(each)]?.urlOf(postgres.url) ?? postgres.url;
      const databaseUrl = `${url}?application_name=${each}`;
      return startServer({ name: each, databaseUrl, redisUrl: redis.url, folder, env, port, version });
    };
    // Starting together, the servers also race for the migrations and the first operator.
    const started = await Promise.allSettled(names.map((each) => start(each, undefined, release)));
    for (const each of started) if (each.status === 'fulfilled') servers.push(each.value);
    for (const each of started) if (each.status === 'rejected') throw each.reason;
    const startAgain = async (server: ServerProcess) => {
      const fresh = await start(server.name, Number(new URL(server.url).port));
      servers[servers.indexOf(server)] = fresh;
    };
    const atEnd = (close: () => Promise<unknown>) => void toClose.push(close);
    const own = { servers, proxies, postgres, redis, db, watchers, crowd, atEnd, startAgain };
    const played: Played = await play(scene, operator, { folder, random, isShort, announce, ...own });
    writeWatchers(join(folder, 'watchers.jsonl'), watchers);
    for (const watcher of [...watchers, ...crowd]) watcher.close();
    const exitCodes = await Promise.all(
      servers.filter(({ isRunning }) => isRunning).map((server) => server.stop()),
    );
    const outcome = { ...played, watchers, servers, exitCodes, folder };
    await beforeEnd?.(outcome, postgres.ownerUrl);
    return outcome;
  } finally {
    forget();
    await end();
  }
}
