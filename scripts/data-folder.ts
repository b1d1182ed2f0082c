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
  /** The npm that started it; once that is gone, the holder is on its way out. */
  launcher?: ProcessIdentity;
}

const orphanPatienceMs = 60_000;

/** DATA_DIR, or `.data` in the repository; made when missing. */
export function openDataFolder(): string {
  const folder = resolve(root, process.env.DATA_DIR || '.data');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw forPeople(`The data folder ${folder} cannot be written by this user. Set DATA_DIR to another one.`);
  }
  return folder;
}

/**
 * Makes this process the only one that starts servers on the data folder; the returned function gives it back.
 * A lock whose process ended without giving it back is taken over.
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

/** The npm above this process; undefined when started by hand, where the end of the parent means nothing. */
function findLauncher(): ProcessIdentity | undefined {
  return process.env.COPUP_LAUNCHER_PID ? identify(Number(process.env.COPUP_LAUNCHER_PID)) : undefined;
}

/** Appears under its name with its content at once, so nobody reads half a lock. */
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
    `Already running on ${folder} (process ${holder.self.pid}). Stop that one, or set another DATA_DIR.`,
  );
}

/** Renames before it removes: of two that saw the same stale lock one could otherwise remove the other's new one. */
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

function readIfThere(file: string): string | undefined {
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
