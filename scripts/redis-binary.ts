import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, run, unpackFromArchive } from './package-archive.ts';
import { runInTerminal } from './processes.ts';

export interface RedisBinary {
  file: string;
  /** Additional environment variables for the program. */
  env: Record<string, string>;
}

const programs = ['redis-server', 'valkey-server'];
// Rooms need sharded pub/sub, which Redis has since 7 and every Valkey has.
const oldestMajor = 7;
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
  const isFetched = await unpackFromArchive(
    cache,
    'redis-server',
    (name) => /^(redis|lib|lua)/.test(name) && !systemLibraries.test(name),
  );
  return isFetched ? checked(unpacked(cache)) : undefined;
}

async function installWithHomebrew(): Promise<RedisBinary | undefined> {
  const brew = findOnPath('brew');
  if (process.platform !== 'darwin' || !brew) return undefined;
  console.log('Installing Redis with Homebrew (once) …');
  await runInTerminal(brew, ['install', 'redis']);
  const prefix = await run(brew, ['--prefix', 'redis']);
  return checked({ file: join(prefix.output.trim(), 'bin/redis-server'), env: {} });
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory());
}
