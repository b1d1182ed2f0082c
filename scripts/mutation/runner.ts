import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../data-folder.ts';
import { sendSignal } from '../processes.ts';

export interface FileOrder {
  file: string;
  /** The ids of the tests that run. Default: all. */
  testIds?: string[];
}

export interface Order {
  /** The id of the active mutant; empty for none. */
  mutant: string;
  /** Run in this order. */
  files: FileOrder[];
}

export interface FileResult {
  file: string;
  /** The first test that failed, or another error of the file. */
  failure: string | undefined;
  /** Loading, hooks and tests. */
  durationMs: number;
  /** Ids of the mutants that were reached outside of the tests. */
  reached: string[];
  tests: { id: string; durationMs: number; reached: string[] }[];
}

export interface OrderResult {
  /** Without files that were not run after a failure. */
  files: FileResult[];
  /** An error outside of the tests. */
  error: string | undefined;
}

export interface Runner {
  /** Resolves with `timeout` after the limit, and with `ended` when the process ended by itself; throws when stopped. */
  run(order: Order, limitMs: number): Promise<OrderResult | 'timeout' | 'ended'>;
  stop(): void;
}

/** Runs tests in a process of its own, which is killed with its workers at a time limit and started again. */
export function createRunner(options: {
  workers: number;
  /** The number of failed tests that end an order; 0 for none. */
  bail: number;
  env: Record<string, string>;
  log: string;
}): Runner {
  let child: ChildProcess | undefined;
  let isStopped = false;

  async function start(): Promise<ChildProcess | undefined> {
    const log = openSync(options.log, 'a');
    const main = join(root, 'scripts', 'mutation', 'runner.main.ts');
    // A process group of its own, so that the workers can be killed with it, and Ctrl-C arrives only here.
    const started = spawn(process.execPath, [main, String(options.workers), String(options.bail)], {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    });
    closeSync(log);
    child = started;
    const isReady = await Promise.race([once(started, 'message'), once(started, 'exit').then(() => false)]);
    if (isReady === false && !isStopped) throw new Error(`The tests cannot be started; see ${options.log}.`);
    return isReady === false ? undefined : started;
  }

  function kill(): void {
    if (child?.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
    child = undefined;
  }

  return {
    async run(order, limitMs) {
      const current = child ?? (await start());
      if (!current || isStopped) throw stopped();
      const waiting = new AbortController();
      const { signal } = waiting;
      const first = Promise.race([
        once(current, 'message', { signal }).then(([result]) => result as OrderResult),
        once(current, 'exit', { signal }).then(() => 'ended' as const),
        new Promise<'timeout'>((resolve) => {
          const timer = setTimeout(resolve, limitMs, 'timeout');
          signal.addEventListener('abort', () => clearTimeout(timer));
        }),
      ]);
      current.send(order);
      const result = await first;
      // The losers of the race reject now; their result was used by none.
      waiting.abort();
      if (typeof result === 'string') kill();
      // Otherwise the end of the process would be taken for the effect of a mutant.
      if (isStopped) throw stopped();
      return result;
    },
    stop() {
      isStopped = true;
      kill();
    },
  };
}

function stopped(): Error {
  return new Error('The tests were stopped.');
}
