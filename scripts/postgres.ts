import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from './keep-running.ts';
import { findFreePort } from './ports.ts';
import { type Account, chooseAccount } from './postgres-account.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import {
  type Connection,
  type DatabaseUrls,
  newConnection,
  readConnection,
  urlsOf,
  writeConnection,
} from './postgres-connection.ts';
import { endProcess, identify, runQuietly, waitUntilGone, workingFolder } from './processes.ts';
import { forPeople } from './toolchain.mjs';

export interface PostgresOptions {
  /** The folder of all files of this server; a later start with the same folder uses the same data and port. */
  folder: string;
  /** The first port to try on a new folder. */
  port: number;
  /** Requires the port of the last start, for clients that are connected to it. */
  isPortFixed?: boolean;
  /** Server settings by name. Plain values without spaces or quotes. */
  settings?: Record<string, string>;
}

export interface PostgresServer extends Service, DatabaseUrls {
  folder: string;
  /** Rolls back open transactions and stops after the last write. A second call does nothing. */
  stop(): Promise<void>;
}

interface Place {
  binaries: string;
  cluster: string;
  log: string;
  account: Account;
}

const startAttempts = 8;
const patienceSeconds = 60;
const fixedSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // Well below the sessions' lock_timeout, so that a deadlock is detected and retried before the lock times out.
  deadlock_timeout: '200ms',
};

/**
 * Starts the embedded PostgreSQL on a folder, or adopts the one that already runs there. It is a daemon: neither Ctrl-C
 * in the terminal nor the end of this process stops it, only `stop`.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  mkdirSync(options.folder, { recursive: true });
  const folder = realpathSync(options.folder);
  const cluster = join(folder, 'cluster');
  const account = chooseAccount(cluster);
  // PostgreSQL's user may access its files through this folder, but not list it; connection.json stays readable by this
  // user only.
  if (account) chmodSync(folder, 0o711);
  const place = {
    binaries: findPostgresBinaries(account),
    cluster,
    log: join(folder, 'postgres.log'),
    account,
  };
  let connection = readConnection(folder);
  if (!existsSync(cluster)) {
    connection = newConnection(options.port);
    await createCluster(place, folder, connection);
  }
  if (!connection)
    throw forPeople(`${folder} contains a database, but connection.json is missing; restore that file.`);
  const adoptedPort = await findRunning(cluster);
  const port = adoptedPort ?? (await launch(place, connection.port, options));
  if (port !== connection.port) writeConnection(folder, { ...connection, port });
  const pid = readPidFile(cluster)?.pid ?? 0;
  let stopped: Promise<void> | undefined;
  return {
    ...urlsOf({ ...connection, port }),
    // A server that ended in the meantime has no identity and counts as stopped.
    process: identify(pid) ?? { pid, startedAt: 'unknown' },
    folder,
    stop: () => {
      stopped ??= stop(place);
      return stopped;
    },
  };
}

/** Returns the URLs of the server that already runs on the folder; undefined without one. */
export async function findRunningPostgres(folder: string): Promise<DatabaseUrls | undefined> {
  const connection = readConnection(folder);
  const port = existsSync(folder) ? await findRunning(join(realpathSync(folder), 'cluster')) : undefined;
  return connection && port ? urlsOf({ ...connection, port }) : undefined;
}

/** Creates the cluster in another folder and renames it, so that an interrupted initdb is repeated. */
async function createCluster(place: Place, folder: string, connection: Connection): Promise<void> {
  const fresh = join(folder, 'cluster.new');
  const passwordFile = join(folder, 'password.tmp');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, connection.password, { mode: 0o600 });
  for (const path of [fresh, passwordFile]) giveTo(place.account, path);
  // The builtin C.UTF-8 sorts text equally on every system. Without these options initdb may choose SQL_ASCII.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=copup', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const made = await runAsAccount(place, 'initdb', ['-D', fresh, ...locale, ...access]);
  rmSync(passwordFile, { force: true });
  if (made.code !== 0) throw new Error(`initdb failed:\n${made.output}`);
  writeConnection(folder, connection);
  renameSync(fresh, place.cluster);
}

/** Finds a server that already runs on this cluster, left by a killed launcher. */
async function findRunning(cluster: string): Promise<number | undefined> {
  const deadline = Date.now() + patienceSeconds * 1000;
  for (;;) {
    const found = readPidFile(cluster);
    if (!found) return undefined;
    const server = identify(found.pid);
    // The id may belong to another program by now, or the file may have been copied with the folder.
    if (!server || workingFolder(found.pid) !== cluster) {
      rmSync(join(cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (found.status === 'ready') return found.port;
    if (found.status === 'stopping') await waitUntilGone(server, patienceSeconds * 1000);
    if (Date.now() > deadline)
      throw forPeople(`PostgreSQL (process ${found.pid}) on ${cluster} is not ready in time.`);
    await pause(100);
  }
}

/** Parses postmaster.pid (see PostgreSQL's sources): one value per line, the last one is the state. */
function readPidFile(cluster: string) {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/** Starts the server. If another program takes the port before the start, the next port is tried. */
async function launch(
  place: Place,
  wantedPort: number,
  { isPortFixed = false, settings = {} }: PostgresOptions,
): Promise<number> {
  let output = '';
  if (existsSync(place.log)) renameSync(place.log, `${place.log}.1`);
  writeFileSync(place.log, '', { mode: 0o600 });
  giveTo(place.account, place.log);
  for (let attempt = 1; attempt <= startAttempts; attempt++) {
    const port = isPortFixed ? wantedPort : await findFreePort(wantedPort);
    const all = Object.entries({ ...fixedSettings, ...settings, port: String(port) });
    const serverArgs = all.map(([name, value]) => `-c ${name}=${value}`).join(' ');
    const args = [
      'start',
      '-w',
      '-t',
      String(patienceSeconds),
      '-D',
      place.cluster,
      '-l',
      place.log,
      '-o',
      serverArgs,
    ];
    const started = await runAsAccount(place, 'pg_ctl', args);
    if (started.code === 0) return port;
    output = `${started.output}${readFileSync(place.log, 'utf8')}`;
    writeFileSync(place.log, '');
    // Processes of a server that was just killed hold its shared memory until they exit.
    const passes = /could not bind|Address already in use|pre-existing shared memory/.test(output);
    if (!passes) break;
    await pause(500);
  }
  throw new Error(`PostgreSQL did not start:\n${output.split('\n').slice(-20).join('\n')}`);
}

async function stop(place: Place): Promise<void> {
  const found = readPidFile(place.cluster);
  const server = found && identify(found.pid);
  if (!found || !server) return;
  const args = ['stop', '-w', '-t', String(patienceSeconds), '-m', 'fast', '-D', place.cluster];
  const stopped = await runAsAccount(place, 'pg_ctl', args);
  // SIGTERM, then SIGKILL; the write-ahead log recovers from a kill.
  if (stopped.code !== 0) await endProcess(server, 5_000);
}

function runAsAccount(place: Place, program: string, args: string[]) {
  // The user's variables, such as PGDATA or PGPORT, may refer to another server.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));
  return runQuietly(join(place.binaries, 'bin', program), args, {
    ...place.account,
    cwd: '/',
    env: { ...env, LC_ALL: 'C' },
  });
}

function giveTo(account: Account, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}
