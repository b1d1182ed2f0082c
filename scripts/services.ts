import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './data-folder.ts';
import { keepRunning, type Service } from './keep-running.ts';
import { findRandomPort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { choosePostgresFolder } from './postgres-folder.ts';
import { endProcess, identify, isRunning, type ProcessIdentity, workingFolder } from './processes.ts';
import { startRedis } from './redis.ts';
import { findRedisBinary } from './redis-binary.ts';

export interface Services {
  databaseUrl: string;
  /** Undefined when the database was given by URL without its owner: then it is migrated elsewhere. */
  databaseOwnerUrl: string | undefined;
  /** Undefined when no Redis is available; the product then serves without it. */
  redisUrl: string | undefined;
  /** Stops what was started or adopted here, and nothing that was given by URL. */
  stop(): Promise<void>;
}

type Stoppable = Pick<Service, 'url' | 'stop'> & { ownerUrl?: string | undefined };

const postgresPort = 25_432;
const redisPort = 26_379;
const redisCache = join(root, '.data', 'redis-server');
const throwawayPrefix = 'copup-throwaway-';

const withoutRedis = `No Redis 7 here. Three ways to get one:
  1. install it: apt-get install redis-server (Debian, Ubuntu), brew install redis (macOS), or valkey
  2. run it elsewhere and set REDIS_URL=redis://host:port
  3. docker compose up, which brings its own
Going on without it: everything works on one server; alarms come from the sweeper.`;

/**
 * The data folder's own PostgreSQL and Redis, except where DATABASE_URL or REDIS_URL names others. They are restarted
 * when they end unexpectedly. `onLost` is called when PostgreSQL does not start any more.
 */
export async function startServices(dataFolder: string, onLost: () => void): Promise<Services> {
  return startBoth(
    async () => {
      const folder = choosePostgresFolder(dataFolder);
      if (!folder.startsWith(dataFolder)) {
        console.log(`PostgreSQL keeps its data in ${folder}, where its user can reach it.`);
      }
      const options = { folder, port: postgresPort };
      const first = await startPostgres(options);
      const restart = () => startPostgres({ ...options, isPortFixed: true });
      const onGivenUp = () => {
        console.error(`PostgreSQL does not start any more; see ${join(folder, 'postgres.log')}. Stopping.`);
        onLost();
      };
      const { url, ownerUrl } = first;
      return { url, ownerUrl, ...keepRunning(first, { name: 'PostgreSQL', restart, onGivenUp }) };
    },
    async () => {
      const binary = await findRedisBinary(redisCache);
      if (!binary) {
        console.warn(withoutRedis);
        return undefined;
      }
      const options = { binary, folder: join(dataFolder, 'redis'), port: redisPort };
      const first = await startRedis(options);
      const restart = () => startRedis({ ...options, isPortFixed: true });
      const onGivenUp = () =>
        console.error(
          `Redis does not start any more; see ${join(options.folder, 'redis.log')}. Continuing without it.`,
        );
      return { url: first.url, ...keepRunning(first, { name: 'Redis', restart, onGivenUp }) };
    },
  );
}

/**
 * Servers for one run, empty at its start and removed at its end. Durable ones write to disk before they answer, as
 * measurements want; the others only promise to last as long as the run.
 */
export async function startThrowawayServices(options: { isDurable: boolean }): Promise<Services> {
  const parent = options.isDurable && existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
  await removeAbandoned(parent);
  const folder = mkdtempSync(join(parent, throwawayPrefix));
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(identify(process.pid)));
  chmodSync(folder, 0o711);
  const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const services = await startBoth(
    async () =>
      startPostgres({
        folder: join(folder, 'postgres'),
        port: await findRandomPort(),
        settings: options.isDurable ? {} : fast,
      }),
    async () => {
      const binary = await findRedisBinary(redisCache);
      if (!binary) throw new Error(withoutRedis);
      return startRedis({ binary, folder: join(folder, 'redis'), port: await findRandomPort() });
    },
  );
  return {
    ...services,
    stop: async () => {
      await services.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startBoth(
  database: () => Promise<Stoppable>,
  redis: () => Promise<Stoppable | undefined>,
): Promise<Services> {
  const { DATABASE_URL, DATABASE_OWNER_URL, REDIS_URL } = process.env;
  const results = await Promise.allSettled([
    DATABASE_URL ? given(DATABASE_URL, DATABASE_OWNER_URL) : database(),
    REDIS_URL ? given(REDIS_URL) : redis(),
  ]);
  const [first, second] = results;
  const stop = async () => {
    await Promise.all(
      results.map((result) => (result.status === 'fulfilled' ? result.value?.stop() : undefined)),
    );
  };
  if (first.status === 'fulfilled' && second.status === 'fulfilled') {
    return {
      databaseUrl: first.value.url,
      databaseOwnerUrl: first.value.ownerUrl,
      redisUrl: second.value?.url,
      stop,
    };
  }
  await stop();
  throw first.status === 'rejected' ? first.reason : second.status === 'rejected' ? second.reason : undefined;
}

async function given(url: string, ownerUrl?: string): Promise<Stoppable> {
  return { url, ownerUrl, stop: async () => undefined };
}

/** What a run left behind that was killed before it could clean up. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(throwawayPrefix))) {
    const folder = join(parent, name);
    const owner = readIfThere(join(folder, 'owner.json'));
    if (!owner || isRunning(JSON.parse(owner) as ProcessIdentity)) continue;
    for (const pidFile of ['postgres/cluster/postmaster.pid', 'redis/redis.pid']) {
      const pid = Number.parseInt(readIfThere(join(folder, pidFile)) ?? '', 10);
      const server = workingFolder(pid)?.startsWith(folder) ? identify(pid) : undefined;
      if (server) await endProcess(server, 10_000);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
