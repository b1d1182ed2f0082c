import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../data-folder.ts';
import { findRandomPort } from '../ports.ts';
import { type Account, canEnter } from '../postgres-account.ts';
import { runQuietly, sendSignal, workingFolder } from '../processes.ts';

const readyPatienceMs = 100_000;
// The data that a start needs, without results, drills and the developer's own data.
const copiedData = ['toolchain', 'redis-server', 'client-build.stamp'];
const pidFiles = { postgres: 'postgres/cluster/postmaster.pid', redis: 'redis/redis.pid' };
const notCopied = new Set(['.git', '.data', '.env']);

export interface HomeOptions {
  /** The user who runs it; undefined means the user of this process. */
  account?: Account;
  env?: Record<string, string>;
}

/** An environment for `npm start`: its own data folder and port, and a repository that the user can read. */
export class StartHome {
  readonly folder: string;
  readonly url: string;
  readonly #repository: string;
  readonly #options: HomeOptions;

  private constructor(folder: string, url: string, repository: string, options: HomeOptions) {
    this.folder = folder;
    this.url = url;
    this.#repository = repository;
    this.#options = options;
  }

  static async create(options: HomeOptions = {}): Promise<StartHome> {
    const folder = mkdtempSync(join(tmpdir(), 'copup-start-'));
    chmodSync(folder, 0o755);
    const repository = canEnter(root, options.account) ? root : await copyRepository(join(folder, 'copup'));
    if (options.account) chownSync(folder, options.account.uid, options.account.gid);
    return new StartHome(folder, `http://127.0.0.1:${await findRandomPort()}`, repository, options);
  }

  get dataFolder(): string {
    return join(this.folder, 'data');
  }

  /** Runs `npm start` in its own process group, as a terminal does. */
  start(): NpmStart {
    const child = spawn('npm', ['start'], {
      ...this.#options.account,
      cwd: this.#repository,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: hostPath(),
        HOME: this.folder,
        DATA_DIR: this.dataFolder,
        HOST: '127.0.0.1',
        PORT: new URL(this.url).port,
        ...this.#options.env,
      },
    });
    return new NpmStart(this.url, child);
  }

  /** Returns every process that uses this data folder, whatever its parent. Needs /proc. */
  processes(): number[] {
    const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
    return pids.filter((pid) => workingFolder(pid)?.startsWith(this.dataFolder) || this.#isStartedHere(pid));
  }

  /** Sends SIGKILL to all processes at once, so that no process can stop another one. */
  async killAll(): Promise<void> {
    for (let left = this.processes(); left.length > 0; left = this.processes()) {
      for (const pid of left) sendSignal(pid, 'SIGKILL');
      await pause(20);
    }
  }

  /** Sends SIGKILL to a service; resolves once another process has replaced it and the product is ready. */
  async killService(service: keyof typeof pidFiles): Promise<void> {
    const file = join(this.dataFolder, pidFiles[service]);
    const pidNow = () => (existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0);
    const killed = pidNow();
    sendSignal(killed, 'SIGKILL');
    const deadline = Date.now() + readyPatienceMs;
    for (;;) {
      const pid = pidNow();
      const { status, text } = await readiness(this.url);
      if (pid !== 0 && pid !== killed && status === 200 && text.includes('"redis":"ready"')) return;
      if (Date.now() > deadline) throw new Error(`${service} was not restarted; /readyz: ${status} ${text}`);
      await pause(50);
    }
  }

  async remove(): Promise<void> {
    await this.killAll();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #isStartedHere(pid: number): boolean {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      return variables.includes(`DATA_DIR=${this.dataFolder}`);
    } catch {
      return false;
    }
  }
}

/** One run of `npm start`. */
export class NpmStart {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  readonly #output = { stdout: '', stderr: '' };

  constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
    this.#exit = once(child, 'close');
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.on('data', (part: Buffer) => {
        this.#output[name] += part.toString();
      });
  }

  /** The complete output. The streams stand one after the other, because parts of them arrive in the middle of a line. */
  get output(): string {
    return `${this.#output.stdout}\n${this.#output.stderr}`;
  }

  async untilReady(): Promise<void> {
    const deadline = Date.now() + readyPatienceMs;
    while (this.#child.exitCode === null && Date.now() < deadline) {
      if ((await readiness(this.url)).status === 200) return;
      await pause(50);
    }
    throw new Error(`npm start was not ready in time:\n${this.output}`);
  }

  /** Resolves with the exit code. */
  async ended(): Promise<number | null> {
    await this.#exit;
    return this.#child.exitCode;
  }

  /** Sends SIGINT to the whole group, as a terminal does on Ctrl-C. */
  interrupt(): Promise<number | null> {
    sendSignal(-(this.#child.pid ?? 0), 'SIGINT');
    return this.ended();
  }
}

/** Returns the reply of /readyz; status 0 if the server cannot be reached. */
export async function readiness(url: string): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return { status: reply.status, text: await reply.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

/** Returns PATH without the folders that `npm test` added, so that `npm start` finds the programs of a terminal. */
function hostPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.includes('node_modules')).join(delimiter);
}

/**
 * Copies the repository for a user who cannot access it, as in root's home. Files are hard links if the disk allows it.
 */
async function copyRepository(target: string): Promise<string> {
  mkdirSync(join(target, '.data'), { recursive: true });
  const sources = readdirSync(root).filter((name) => !notCopied.has(name));
  await copy(
    sources.map((name) => join(root, name)),
    target,
  );
  await copy(
    copiedData.map((name) => join(root, '.data', name)),
    join(target, '.data'),
  );
  return target;
}

async function copy(sources: string[], target: string): Promise<void> {
  for (const how of ['-al', '-a']) {
    const done = await runQuietly('cp', [how, ...sources, target]);
    if (done.code === 0) return;
    if (how === '-a') throw new Error(`cp failed:\n${done.output}`);
  }
}
