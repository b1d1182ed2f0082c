import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './processes.ts';

// Without a network, apt-get and brew would retry for minutes.
const timeoutMs = 120_000;

/** Returns the path of a program on PATH. */
export function findOnPath(program: string): string | undefined {
  // Programs started from the macOS desktop do not have Homebrew's folders on PATH.
  const homebrew = process.platform === 'darwin' ? ['/usr/local/bin', '/opt/homebrew/bin'] : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...homebrew];
  return folders.map((folder) => join(folder || '.', program)).find((file) => existsSync(file));
}

/** Runs a program with messages in English, for at most two minutes. */
export function run(file: string, args: string[], env: Record<string, string> = {}) {
  return runQuietly(file, args, {
    cwd: '/',
    timeout: timeoutMs,
    env: { ...process.env, LC_ALL: 'C', ...env },
  });
}

/**
 * Unpacks a package of Debian's or Ubuntu's archive, and those of its dependencies that are wanted, into the folder, without installing
 * it. Returns whether it could.
 */
export async function unpackFromArchive(
  folder: string,
  name: string,
  isWanted: (dependency: string) => boolean,
): Promise<boolean> {
  if (!findOnPath('apt-get') || !findOnPath('dpkg-deb')) return false;
  console.log(`Fetching ${name} from the system’s package archive (once; nothing is installed) …`);
  const fresh = `${folder}.${process.pid}`;
  const packages = join(fresh, 'packages');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(join(packages, 'partial'), { recursive: true });
  const needed = { name, isWanted };
  try {
    // The system's package lists may be missing, as in containers; then they are fetched into the folder.
    if (!(await download(packages, needed, []))) {
      const own = await fetchPackageLists(join(fresh, 'apt'));
      if (!own || !(await download(packages, needed, own))) return false;
    }
    for (const file of readdirSync(packages).filter((each) => each.endsWith('.deb'))) {
      const done = await run('dpkg-deb', ['-x', join(packages, file), fresh]);
      if (done.code !== 0) return false;
    }
    rmSync(packages, { recursive: true });
    rmSync(join(fresh, 'apt'), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return true;
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

/** Downloads the package, and its wanted dependencies, into the folder. */
async function download(
  folder: string,
  { name, isWanted }: { name: string; isWanted: (dependency: string) => boolean },
  options: string[],
): Promise<boolean> {
  const without = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
    (kind) => `--no-${kind}`,
  );
  const needs = await run('apt-cache', [...options, 'depends', '--recurse', ...without, name]);
  const all = needs.output.split('\n').filter((line) => /^[a-z0-9]/.test(line));
  const names = all.filter((each) => each === name || isWanted(each));
  if (needs.code !== 0 || !names.includes(name)) return false;
  // Sandbox::User: as root, apt-get would download as a user who cannot write to this folder.
  const args = [...options, '-o', 'APT::Sandbox::User=', 'download', ...names];
  return (
    (await runQuietly('apt-get', args, { cwd: folder, env: { ...process.env, LC_ALL: 'C' } })).code === 0
  );
}
