import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** One process for ever: its number alone may be given to another after it ended, or after a reboot. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

/** Undefined when no such process runs; one that ended and was not collected by its parent counts as ended. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** Servers work in their own folder, so this tells whose they are; undefined when gone or another user's. */
export function workingFolder(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`);
    const listed = execFileSync('lsof', ['-a', '-d', 'cwd', '-p', String(pid), '-Fn'], { encoding: 'utf8' });
    return /^n(.*)$/m.exec(listed)?.[1];
  } catch {
    return undefined;
  }
}

/** Whether the process was gone before the time was over. It need not be a child of ours, so this has to look. */
export async function waitUntilGone(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await pause(50);
  }
  return true;
}

/** Asks with SIGTERM, and after the grace ends it with SIGKILL. */
export async function endProcess(identity: ProcessIdentity, graceMs: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isRunning(identity)) return;
    sendSignal(identity.pid, signal);
    if (await waitUntilGone(identity, graceMs)) return;
  }
  throw new Error(`Process ${identity.pid} does not end`);
}

/** A negative number means a process group. A process that is already gone is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export interface Finished {
  code: number;
  output: string;
}

/** Runs a program to its end and gathers what it prints. Rejects only when it cannot be started. */
export function runQuietly(file: string, args: string[], options: SpawnOptions = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => parts.push(part));
    child.stderr?.on('data', (part: Buffer) => parts.push(part));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ code: exitCode(code, signal), output: Buffer.concat(parts).toString() }),
    );
  });
}

/** Runs a program that shares this one's terminal; resolves with its exit code. */
export function runInTerminal(file: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/** The shell's convention: 128 and the signal's number for a process that a signal ended. */
export function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces, so fields are counted after it: state is the first, start the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

function startByPs(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}
