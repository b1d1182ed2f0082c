import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withDeadline } from '@copup/server/deadline.ts';
import { findRandomPort } from '../../scripts/ports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readyPatienceMs = 60_000;
/** With the time to drain. */
const stopPatienceMs = 30_000;

export interface ServerOptions {
  name: string;
  databaseUrl: string;
  redisUrl: string;
  /** Folder of the server's log and data. */
  folder: string;
  /** Default: a free port. */
  port?: number | undefined;
  /** Folder of the version, by default of this one. */
  version?: string | undefined;
  /** Where the output goes instead of the log in the folder. */
  output?: number;
  env?: Record<string, string>;
}

/** A server in its own process, which tests can stop, kill or freeze. */
export class ServerProcess {
  readonly name: string;
  readonly url: string;
  readonly logFile: string;
  readonly #child: ChildProcess;
  #isExpectedToEnd = false;

  constructor(name: string, url: string, logFile: string, child: ChildProcess) {
    this.name = name;
    this.url = url;
    this.logFile = logFile;
    this.#child = child;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Whether the process exited without being stopped. */
  get hasDied(): boolean {
    return !this.isRunning && !this.#isExpectedToEnd;
  }

  /** Returns the complete output. */
  log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends SIGKILL. */
  async kill(): Promise<void> {
    this.#isExpectedToEnd = true;
    if (!this.isRunning) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  /** Sends SIGTERM and returns the exit code, which is above 128 if the process had to be killed. */
  async stop(): Promise<number> {
    this.#isExpectedToEnd = true;
    if (this.isRunning) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      const isInTime = await withDeadline(
        exited.then(() => true),
        stopPatienceMs,
        () => false,
      );
      if (!isInTime) await this.kill();
    }
    return this.#child.exitCode ?? 128;
  }
}

/** Starts `server/src/main.ts` and waits until it is ready. Its log is written to the folder. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  mkdirSync(options.folder, { recursive: true });
  const logFile = join(options.folder, `${options.name}.log`);
  const port = options.port ?? (await findRandomPort());
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: options.version ?? root,
    stdio: ['ignore', options.output ?? log, options.output ?? log],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // The cache saves most of the start time, which is compiling the same files for each server.
      NODE_COMPILE_CACHE: join(root, '.data', 'compile-cache'),
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: options.databaseUrl,
      REDIS_URL: options.redisUrl,
      DATA_DIR: join(options.folder, 'data'),
      SEED_DEMO: '0',
      ...options.env,
    },
  });
  closeSync(log);
  const server = new ServerProcess(options.name, `http://127.0.0.1:${port}`, logFile, child);
  await waitUntilReady(server);
  return server;
}

async function waitUntilReady(server: ServerProcess): Promise<void> {
  const deadline = Date.now() + readyPatienceMs;
  while (server.isRunning && Date.now() < deadline) {
    const reply = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    await reply?.body?.cancel();
    if (reply?.ok) return;
    await pause(50);
  }
  await server.kill();
  throw new Error(`${server.name} was not ready in time:\n${server.log().split('\n').slice(-20).join('\n')}`);
}
