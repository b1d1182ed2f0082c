import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runInTerminal, runQuietly } from './processes.ts';

export interface RedisBinary {
  file: string;
  /** Additional environment variables for the program. */
  env: Record<string, string>;
}

const programs = ['redis-server', 'valkey-server'];
// Rooms need sharded pub/sub, which Redis has since 7 and every Valkey has.
const oldestMajor = 7;
// Without a network, apt-get and brew would retry for minutes.
const timeoutMs = 120_000;
// Libraries that every system has; a second C library beside the system's would break programs.
const systemLibraries =
  /^(libc6|libc-bin|libgcc-s1|gcc-.*-base|libcrypt1|perl.*|debconf.*|dpkg|lsb-base|init-.*)$/;

/**
 * Finds Redis, in this order: on PATH, in the cache, in Debian's or Ubuntu's archive without installing it, with
 * Homebrew.
 */
export async function findRedisBinary(cache: string): Promise<RedisBinary | undefined> {
  for (const program of programs) {
    const onPath = await checked({ file: findOnPath(program) ?? '', env: {} });
    if (onPath) return onPath;
  }
  return (await checked(unpacked(cache))) ?? (await fetchFromArchive(cache)) ?? (await installWithHomebrew());
}

function findOnPath(program: string): string | undefined {
  // Programs started from the macOS desktop do not have Homebrew's folders on PATH.
  const homebrew = process.platform === 'darwin' ? ['/usr/local/bin', '/opt/homebrew/bin'] : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...homebrew];
  return folders.map((folder) => join(folder || '.', program)).find((file) => existsSync(file));
}

async function checked(binary: RedisBinary): Promise<RedisBinary | undefined> {
  if (!existsSync(binary.file)) return undefined;
  const version = await run(binary.file, ['--version'], binary.env);
  const major = Number(/v=(\d+)\./.exec(version.output)?.[1]);
  return version.code === 0 && major >= oldestMajor ? binary : undefined;
}

/**
 * Returns the program and its libraries as dpkg-deb unpacks them; the folder of the libraries has the architecture's
 * name.
 */
function unpacked(cache: string): RedisBinary {
  const libraries = [join(cache, 'usr/lib'), join(cache, 'lib')].flatMap((folder) => [
    folder,
    ...subfolders(folder),
  ]);
  return { file: join(cache, 'usr/bin/redis-server'), env: { LD_LIBRARY_PATH: libraries.join(':') } };
}

async function fetchFromArchive(cache: string): Promise<RedisBinary | undefined> {
  if (!findOnPath('apt-get') || !findOnPath('dpkg-deb')) return undefined;
  console.log('Fetching Redis from the system’s package archive (once; nothing is installed) …');
  const fresh = `${cache}.${process.pid}`;
  const packages = join(fresh, 'packages');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(join(packages, 'partial'), { recursive: true });
  try {
    // The system's package lists may be missing, as in containers; then they are fetched into the cache.
    if (!(await download(packages, []))) {
      const own = await fetchPackageLists(join(fresh, 'apt'));
      if (!own || !(await download(packages, own))) return undefined;
    }
    for (const name of readdirSync(packages).filter((each) => each.endsWith('.deb'))) {
      const done = await run('dpkg-deb', ['-x', join(packages, name), fresh]);
      if (done.code !== 0) return undefined;
    }
    rmSync(packages, { recursive: true });
    rmSync(join(fresh, 'apt'), { recursive: true, force: true });
    rmSync(cache, { recursive: true, force: true });
    renameSync(fresh, cache);
    return await checked(unpacked(cache));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function fetchPackageLists(folder: string): Promise<string[] | undefined> {
  mkdirSync(join(folder, 'lists/partial'), { recursive: true });
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true });
  const own = [
    '-o',
    `Dir::State::lists=${join(folder, 'lists')}`,
    '-o',
    `Dir::Cache=${join(folder, 'cache')}`,
  ];
  const options = [
    ...own,
    '-o',
    'Debug::NoLocking=1',
    '-o',
    'APT::Sandbox::User=',
    '-o',
    'Acquire::Retries=0',
  ];
  return (await run('apt-get', [...options, 'update'])).code === 0 ? options : undefined;
}

/** Downloads the server, and the libraries that not every system has, into the folder. */
async function download(folder: string, options: string[]): Promise<boolean> {
  const without = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
    (kind) => `--no-${kind}`,
  );
  const version = await run('apt-cache', [...options, 'depends', '--recurse', ...without, 'redis-server']);
  const needs = version.output.split('\n').filter((line) => /^[a-z0-9]/.test(line));
  const names = needs.filter((name) => /^(redis|lib|lua)/.test(name) && !systemLibraries.test(name));
  if (version.code !== 0 || !names.includes('redis-server')) return false;
  // Sandbox::User: as root, apt-get would download as a user who cannot write to this folder.
  const args = [...options, '-o', 'APT::Sandbox::User=', 'download', ...names];
  return (
    (await runQuietly('apt-get', args, { cwd: folder, env: { ...process.env, LC_ALL: 'C' } })).code === 0
  );
}

async function installWithHomebrew(): Promise<RedisBinary | undefined> {
  const brew = findOnPath('brew');
  if (process.platform !== 'darwin' || !brew) return undefined;
  console.log('Installing Redis with Homebrew (once) …');
  await runInTerminal(brew, ['install', 'redis']);
  const prefix = await run(brew, ['--prefix', 'redis']);
  return checked({ file: join(prefix.output.trim(), 'bin/redis-server'), env: {} });
}

function run(file: string, args: string[], env: Record<string, string> = {}) {
  return runQuietly(file, args, {
    cwd: '/',
    timeout: timeoutMs,
    env: { ...process.env, LC_ALL: 'C', ...env },
  });
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory());
}
