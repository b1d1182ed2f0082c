import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { forPeople } from './toolchain.mjs';

/** The user and group that PostgreSQL runs as; undefined means those of this process. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * Returns the account for PostgreSQL, which refuses to run as root: for root the owner of an existing cluster, otherwise
 * `postgres`, otherwise `nobody`.
 */
export function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(cluster);
  if (owner && owner.uid !== 0) return owner;
  const found = findAccount('postgres') ?? findAccount('nobody');
  if (!found)
    throw forPeople('PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody".');
  return found;
}

/** Returns whether the account may access the folder and all folders above it. */
export function canEnter(folder: string, account: Account): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function ownerOf(path: string): Account {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

/** Finds a user of this machine by name. */
export function findAccount(name: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  // On macOS the id of `nobody` (-2) is not accepted by the system call; use "postgres" or DATABASE_URL there.
  return uid && gid && Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
