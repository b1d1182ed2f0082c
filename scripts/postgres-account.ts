import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { forPeople } from './toolchain.mjs';

/** The user and group that PostgreSQL runs as; undefined means those of this process. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root: root lends it the owner of the cluster that exists, else `postgres`, else
 * `nobody`.
 */
export function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(cluster);
  if (owner && owner.uid !== 0) return owner;
  const found = findAccount('postgres') ?? findAccount('nobody');
  if (!found)
    throw forPeople('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" here.');
  return found;
}

/** Whether the account may enter the folder, with all the folders above it in the way. */
export function canEnter(folder: string, account: Account): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function ownerOf(path: string): Account {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

/** A user of this machine by name. */
export function findAccount(name: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  // macOS writes nobody's -2 as a number the system call does not take; there, "postgres" or DATABASE_URL is needed.
  return uid && gid && Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
