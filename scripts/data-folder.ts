import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { identify, isRunning, type ProcessIdentity, waitUntilGone } from './processes.ts';
import { forPeople } from './toolchain.mjs';

export const root = resolve(fileURLToPath(new URL('..', import.meta.url)));

interface Holder {
  self: ProcessIdentity;
  /** The npm process that started the holder; once it has ended, the holder ends, too. */
  launcher?: ProcessIdentity;
}

const orphanPatienceMs = 60_000;

/** Returns DATA_DIR, or `.data` in the repository, and creates it if it is missing. */
export function openDataFolder(): string {
  const folder = resolve(root, process.env.DATA_DIR || '.data');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw forPeople(`This user cannot write to the data folder ${folder}. Set DATA_DIR to another folder.`);
  }
  return folder;
}

/**
 * Locks the data folder, so that only this process starts servers on it; the returned function releases the lock.
 * The lock of a process that has ended is taken over.
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'start.lock');
  const mine = JSON.stringify({
    self: identify(process.pid),
    launcher: findLauncher(),
  } satisfies Partial<Holder>);
  while (!tryLock(file, mine)) {
    const found = readIfThere(file);
    if (found === undefined) continue;
    const holder = parseHolder(found);
    if (holder && isRunning(holder.self)) await waitForOrphan(holder, folder);
    else removeStale(file, found);
  }
  return () => {
    if (readIfThere(file) === mine) rmSync(file, { force: true });
  };
}

/** Returns the npm process that started this one; undefined without npm, where the end of the parent has no meaning. */
function findLauncher(): ProcessIdentity | undefined {
  return process.env.COPUP_LAUNCHER_PID ? identify(Number(process.env.COPUP_LAUNCHER_PID)) : undefined;
}

/** Creates the lock file atomically with its content, so that no process reads an incomplete lock. */
function tryLock(file: string, content: string): boolean {
  const fresh = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(fresh, content);
  try {
    linkSync(fresh, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

async function waitForOrphan(holder: Holder, folder: string): Promise<void> {
  const isOrphan = holder.launcher !== undefined && !isRunning(holder.launcher);
  if (isOrphan && (await waitUntilGone(holder.self, orphanPatienceMs))) return;
  throw forPeople(
    `Already running on ${folder} (process ${holder.self.pid}). Stop that process, or set another DATA_DIR.`,
  );
}

/**
 * Renames before it removes: otherwise one of two processes with the same stale lock could remove the other's new lock.
 */
function removeStale(file: string, expected: string): void {
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readFileSync(aside, 'utf8') !== expected && !existsSync(file)) renameSync(aside, file);
  else rmSync(aside, { force: true });
}

/** Returns the text of a file that another process may delete meanwhile. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    return holder.self ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}
