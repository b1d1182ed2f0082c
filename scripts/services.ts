import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readIfThere, root } from './data-folder.ts';
import { keepRunning, type Service } from './keep-running.ts';
import { findRandomPort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { choosePostgresFolder } from './postgres-folder.ts';
import { endProcess, identify, isRunning, type ProcessIdentity, workingFolder } from './processes.ts';
import { startRedis } from './redis.ts';
import { findRedisBinary } from './redis-binary.ts';

export interface Services {
  databaseUrl: string;
  /** Undefined if DATABASE_URL is set without DATABASE_OWNER_URL; another process then runs the migrations. */
  databaseOwnerUrl: string | undefined;
  /** Undefined without Redis; the product then serves without it. */
  redisUrl: string | undefined;
  /** Stops the services that were started or adopted here, but none that was given by URL. */
  stop(): Promise<void>;
}

type Stoppable = Pick<Service, 'url' | 'stop'> & { ownerUrl?: string | undefined };

const postgresPort = 25_432;
const redisPort = 26_379;
const redisCache = join(root, '.data', 'redis-server');
const throwawayPrefix = 'copup-throwaway-';
/** Bytes of the databases that exist at the same time, and of the write-ahead log. */
const neededInMemory = 4 * 2 ** 30;

const withoutRedis = `Redis 7 was not found. Three ways to get it:
  1. install it: apt-get install redis-server (Debian, Ubuntu), brew install redis (macOS), or valkey
  2. run it elsewhere and set REDIS_URL=redis://host:port
  3. docker compose up, which includes it
Continuing without it: everything works on one server; the periodic sweep replaces scheduled jobs.`;

/**
 * Starts the data folder's PostgreSQL and Redis, unless DATABASE_URL or REDIS_URL is set. They are restarted when they
 * end unexpectedly. `onLost` is called if PostgreSQL cannot be restarted.
 */
export async function startServices(dataFolder: string, onLost: () => void): Promise<Services> {
  return startBoth(
    async () => {
      const folder = choosePostgresFolder(dataFolder);
      if (!folder.startsWith(dataFolder)) {
        console.log(`PostgreSQL stores its data in ${folder}, which its user can access.`);
      }
      const options = { folder, port: postgresPort };
      const first = await startPostgres(options);
      const restart = () => startPostgres({ ...options, isPortFixed: true });
      const onGivenUp = () => {
        console.error(`PostgreSQL cannot be restarted; see ${join(folder, 'postgres.log')}. Stopping.`);
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
          `Redis cannot be restarted; see ${join(options.folder, 'redis.log')}. Continuing without it.`,
        );
      return { url: first.url, ...keepRunning(first, { name: 'Redis', restart, onGivenUp }) };
    },
  );
}

/**
 * Starts services for one run, empty at its start and removed at its end. With `isDurable` they write to disk before they
 * reply, as benchmarks need; otherwise they do not.
 */
export async function startThrowawayServices(options: { isDurable: boolean }): Promise<Services> {
  const parent = options.isDurable ? onDisk() : inMemory();
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

function onDisk(): string {
  return existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
}

/** Returns a folder in memory where one with enough space exists: it creates a test's database in a quarter of the time. */
function inMemory(): string {
  if (!existsSync('/dev/shm')) return tmpdir();
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= neededInMemory ? '/dev/shm' : tmpdir();
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

/** Removes the services and folders of runs that were killed before their clean-up. */
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
