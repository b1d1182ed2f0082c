import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sqlState } from '../db/pg-errors.ts';
import { connectToPrimary } from '../db/primary.ts';
import { hostUrls } from '../environment.ts';
import { BASE_FILE, MANIFEST_FILE } from './base-backup.ts';

const START_TIMEOUT_S = 4 * 3_600;
const CANNOT_CONNECT_NOW = '57P03';
const run = promisify(execFile);

export interface CopySource {
  /** Of all backups. The copy is placed in it. */
  folder: string;
  /** Of the base backup, below it. */
  base: string;
  ownerUrl: string;
  /** Shell commands of a tool that keeps the backups elsewhere, such as wal-g. They fill $PGDATA and copy %f to %p. */
  fetch?: string | undefined;
  fetchWal?: string | undefined;
  /** The user that PostgreSQL runs as; this process's without it. */
  account?: { uid: number; gid: number } | undefined;
  /** Folder of PostgreSQL's programs that is looked at first. */
  programs?: string | undefined;
}

export interface RestoredCopy {
  /** Leads to the copy of the database, with the owner's role. */
  url: string;
  remove(): Promise<void>;
}

/**
 * Restores a backup into a cluster of its own, which has recovered the archived log to its end. Rejects if a file is not
 * the one that was backed up.
 */
export async function restoreCopy(source: CopySource): Promise<RestoredCopy> {
  const place = await mkdtemp(join(source.folder, 'check-'));
  const data = join(place, 'data');
  const give = (path: string) => source.account && chownSync(path, source.account.uid, source.account.gid);
  let stop: (() => Promise<unknown>) | undefined;
  const remove = async () => {
    await stop?.().catch(() => undefined);
    await rm(place, { recursive: true, force: true });
  };
  try {
    await mkdir(data, { mode: 0o700 });
    for (const path of [place, data]) give(path);
    await fill(source, data);
    await verify(data, join(source.base, MANIFEST_FILE));
    const port = await findPort();
    for (const [path, text] of filesOf(source, place, port)) {
      writeFileSync(path, text, { mode: 0o600 });
      give(path);
    }
    await rm(join(data, 'standby.signal'), { force: true });
    const programs = await findPrograms(data, source.programs);
    const control = (...args: string[]) =>
      run(join(programs, 'pg_ctl'), ['-D', data, '-w', ...args], { ...source.account, cwd: '/' });
    const [log, config] = [join(place, 'log'), join(place, 'postgresql.conf')];
    stop = () => control('stop', '-m', 'immediate');
    const url = new URL(hostUrls(source.ownerUrl)[0] ?? '');
    Object.assign(url, { host: `127.0.0.1:${port}`, search: '' });
    const options = `-c config_file=${config}`;
    await control('start', '-s', '-t', String(START_TIMEOUT_S), '-l', log, '-o', options)
      .then(() => untilRecovered(url.href))
      .catch((error: Error) => {
        throw new Error(`the copy did not start: ${lastFault(log) ?? error.message}`);
      });
    return { url: url.href, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** pg_ctl does not wait for the end of the log. When the recovery fails, PostgreSQL ends. */
async function untilRecovered(url: string): Promise<void> {
  for (;;) {
    const client = await connectToPrimary(url).catch((error: unknown) => {
      if (sqlState(error) !== CANNOT_CONNECT_NOW) throw error;
    });
    if (client) return client.end();
    await pause(100);
  }
}

function lastFault(log: string): string | undefined {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return lines.findLast((line) => /FATAL|PANIC/.test(line) && !line.includes('not accepting connections'));
}

/** Unpacks the base backup, as PostgreSQL's user, who need not be able to open it. */
async function fill({ base, fetch, account }: CopySource, data: string): Promise<void> {
  const input = fetch ? undefined : await open(join(base, BASE_FILE));
  const child = spawn('/bin/sh', ['-euc', fetch ?? 'tar -xzf - -C "$PGDATA"'], {
    ...account,
    cwd: '/',
    env: { ...process.env, PGDATA: data },
    stdio: [input?.fd ?? 'ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close').finally(() => input?.close());
  if (code !== 0) throw new Error('it cannot be unpacked');
}

/** The server has written a checksum of each file into the manifest. Another tool's backup has none. */
async function verify(data: string, manifest: string): Promise<void> {
  if (!existsSync(manifest)) return;
  const { Files } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    Files: { Path: string; Size: number; Checksum: string }[];
  };
  for (const { Path, Size, Checksum } of Files) {
    const path = join(data, Path);
    const hash = createHash('sha256');
    if (statSync(path, { throwIfNoEntry: false })?.size === Size)
      await pipeline(createReadStream(path), hash);
    if (hash.digest('hex') !== Checksum) throw new Error(`${Path} is not the file that was backed up`);
  }
}

/** The settings of the original, such as its standbys and its archive, must not apply to the copy. */
function filesOf(
  { folder, fetchWal }: CopySource,
  place: string,
  port: number,
): [path: string, text: string][] {
  const data = join(place, 'data');
  const archived = join(folder, 'wal', '%f');
  // pg_receivewal names the file that it is writing so.
  const restore = fetchWal ?? `cp "${archived}" "%p" || cp "${archived}.partial" "%p"`;
  const settings = [
    `hba_file = '${join(place, 'pg_hba.conf')}'`,
    `port = ${port}`,
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = ''`,
    'fsync = off',
    'hot_standby = off',
    `restore_command = '${restore.replaceAll("'", "''")}'`,
  ];
  return [
    [join(place, 'postgresql.conf'), `${settings.join('\n')}\n`],
    [join(place, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n'],
    [join(data, 'postgresql.auto.conf'), ''],
    [join(data, 'recovery.signal'), ''],
  ];
}

/** Finds the programs of the backup's major version. */
async function findPrograms(data: string, first: string | undefined): Promise<string> {
  const major = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const folders = [
    first ?? '',
    `/usr/lib/postgresql/${major}/bin`,
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  for (const folder of folders.filter((each) => existsSync(join(each, 'pg_ctl')))) {
    const { stdout } = await run(join(folder, 'postgres'), ['--version']);
    if (stdout.includes(` ${major}.`)) return folder;
  }
  throw new Error(`this machine has no PostgreSQL ${major} to restore it with`);
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
