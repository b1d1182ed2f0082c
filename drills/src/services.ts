import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@copup/server/db/migrate.ts';
import { root } from '../../scripts/data-folder.ts';
import { findRandomPort } from '../../scripts/ports.ts';
import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts';
import { identify, sendSignal, waitUntilGone } from '../../scripts/processes.ts';
import { findRedisBinary } from '../../scripts/redis-binary.ts';

const patienceMs = 10_000;

/** A Redis of a drill's own, which may be flushed, frozen and killed. It keeps nothing on disk. */
export class OwnRedis {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /** With `isAway` nothing listens on its port until `start`. */
  static async create(folder: string, { isAway = false } = {}): Promise<OwnRedis> {
    mkdirSync(folder, { recursive: true });
    const redis = new OwnRedis(await findRandomPort(), folder);
    if (!isAway) await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const binary = await findRedisBinary(join(root, '.data', 'redis-server'));
    if (!binary) throw new Error('no redis-server here');
    const log = openSync(join(this.#folder, 'redis.log'), 'a');
    const args = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      this.#folder,
    ];
    const child = spawn(binary.file, args, {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...binary.env },
    });
    closeSync(log);
    this.#child = child;
    const deadline = Date.now() + patienceMs;
    while (!(await this.#say('PING').catch(() => '')).includes('PONG')) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`Redis did not start; see ${this.#folder}`);
      await pause(50);
    }
  }

  flush(): Promise<void> {
    return this.#order('FLUSHALL');
  }

  /** Leaves the windows of rate limits as a step of Redis' clock does: they end that much later. */
  stepClockBack(ms: number): Promise<void> {
    const script = [
      "for _, key in ipairs(redis.call('KEYS', '*{limits}*')) do",
      "local left = redis.call('PTTL', key)",
      `if left > 0 then redis.call('PEXPIRE', key, left + ${ms}) end end`,
      "return redis.status_reply('OK')",
    ];
    return this.#order(`EVAL "${script.join(' ')}" 0`);
  }

  /** In bytes; 0 for no limit. Above it every write is refused. */
  limitMemory(bytes: number): Promise<void> {
    return this.#order(`CONFIG SET maxmemory ${bytes}`);
  }

  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** SIGKILL ends a frozen one too. A second call does nothing. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async #order(command: string): Promise<void> {
    const reply = await this.#say(command);
    if (!reply.startsWith('+OK')) throw new Error(`${command}: ${reply}`);
  }

  /** Redis takes a command as a plain line, so that no client is needed that would reconnect or queue. */
  async #say(command: string): Promise<string> {
    const socket = connect({ port: this.port, host: '127.0.0.1' });
    socket.setTimeout(1_000, () => socket.destroy(new Error('Redis is silent')));
    socket.write(`${command}\r\nQUIT\r\n`);
    return text(socket);
  }
}

/** A PostgreSQL of a drill's own, durable as in earnest, which may be killed and started again on its data. */
export class OwnPostgres {
  /** Where it and its data live: under the system's temporary folder, since its user has to be able to enter. */
  readonly folder: string;
  readonly #undo: (() => Promise<void>) | undefined;
  #server: PostgresServer;

  private constructor(folder: string, undo: (() => Promise<void>) | undefined, server: PostgresServer) {
    this.folder = folder;
    this.#undo = undo;
    this.#server = server;
  }

  /** `prepare` gets the empty folder before anything is in it, and returns how to undo what it did. */
  static async create(prepare?: (folder: string) => Promise<() => Promise<void>>): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'copup-drill-'));
    chmodSync(folder, 0o711);
    const undo = await prepare?.(folder);
    try {
      const server = await startPostgres({ folder, port: await findRandomPort() });
      await migrate(server);
      return new OwnPostgres(folder, undo, server);
    } catch (error) {
      await undo?.();
      throw error;
    }
  }

  get url(): string {
    return this.#server.url;
  }

  get ownerUrl(): string {
    return this.#server.ownerUrl;
  }

  /** SIGKILL to the first process; the others notice and leave. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** The immediate shutdown: every session is ended at once, nothing is finished. */
  stopImmediately(): Promise<void> {
    return this.#end('SIGQUIT');
  }

  /** Starts again on the same data and, as long as nobody took it, the same port. */
  async restart(): Promise<void> {
    this.#server = await startPostgres({ folder: this.folder, port: await findRandomPort() });
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    await this.#server.stop();
    await this.#undo?.();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const pid = Number.parseInt(readFileSync(join(this.folder, 'cluster', 'postmaster.pid'), 'utf8'), 10);
    const postmaster = identify(pid);
    sendSignal(pid, signal);
    if (postmaster && !(await waitUntilGone(postmaster, patienceMs)))
      throw new Error(`PostgreSQL (process ${pid}) is still there after ${signal}`);
  }
}
