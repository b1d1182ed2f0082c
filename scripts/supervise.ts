import { type ChildProcess, spawn } from 'node:child_process';
import { watchLauncher } from './launcher.mjs';
import { exitCode, sendSignal } from './processes.ts';

export interface Program {
  args: string[];
  cwd: string;
  env: Record<string, string | undefined>;
}

const stopGraceMs = 30_000;

/**
 * Reports the first reason to stop: SIGINT, SIGTERM or SIGHUP, or the end of the npm that started this process. Further
 * signals are ignored, because a terminal and npm both deliver the same Ctrl-C.
 */
export function listenForStop(): { reason: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const unwatch = watchLauncher(stop);
  process.once('disconnect', stop);
  // The listeners would keep this process alive after its work is done.
  process.channel?.unref();
  return { reason: controller.signal, dispose: unwatch };
}

/**
 * Runs programs with this Node.js until one of them ends or a stop is requested, then stops all of them, each with one
 * SIGTERM. Resolves with the exit code of the program that ended first without a stop, otherwise with 0 or the first
 * other code. Each program has its own process group, so that it receives Ctrl-C only once, from this process.
 */
export async function superviseUntilEnd(
  programs: Program[],
  stop: AbortSignal,
  onStarted: (pids: number[]) => void = () => undefined,
): Promise<number> {
  const children = programs.map((program) =>
    spawn(process.execPath, program.args, {
      cwd: program.cwd,
      env: { ...process.env, ...program.env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    }),
  );
  const ends = children.map(waitForEnd);
  onStarted(children.flatMap((child) => child.pid ?? []));
  const first = await Promise.race([...ends, aborted(stop)]);
  for (const child of children) requestStop(child);
  const codes = await Promise.all(ends);
  return first ?? codes.find((code) => code !== 0) ?? 0;
}

function waitForEnd(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined));
  });
}

function requestStop(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const { pid } = child;
  child.kill('SIGTERM');
  const timer = setTimeout(() => {
    console.error(`Process ${pid} did not stop within ${stopGraceMs / 1000} s and is killed.`);
    sendSignal(-pid, 'SIGKILL');
  }, stopGraceMs);
  child.once('exit', () => clearTimeout(timer));
}
