import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { findRandomPort } from '../../scripts/ports.ts';
import { findRedisBinary } from '../../scripts/redis-binary.ts';

const cache = fileURLToPath(new URL('../../.data/redis-server', import.meta.url));
const retryPauseMs = 50;
/** Ten seconds. */
const retries = 200;

/** A separate Redis that a test may flush, freeze and kill. It stores nothing on disk, so each start is empty. */
export class OwnRedis {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /** Reserves a port; `start` starts to listen. The log is written to the folder, or to a temporary one. */
  static async create(folder?: string): Promise<OwnRedis> {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    return new OwnRedis(await findRandomPort(), folder ?? (await mkdtemp(join(tmpdir(), 'copup-redis-'))));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts a Redis Cluster of one node. Resolves when it has all slots. */
  async startCluster(): Promise<string> {
    // The default bus port is 10,000 higher, which an outgoing connection may already use.
    const busPort = String(await findRandomPort());
    const announced = ['--cluster-announce-ip', '127.0.0.1', '--cluster-port', busPort];
    await this.start(['--cluster-enabled', 'yes', ...announced]);
    await this.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    while (!String(await this.command('CLUSTER', 'INFO')).includes('cluster_state:ok')) await pause(20);
    return this.url.replace('redis:', 'redis+cluster:');
  }

  /** Starts Redis. Resolves when it replies. */
  async start(more: readonly string[] = []): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const binary = await findRedisBinary(cache);
    if (!binary) throw new Error('redis-server was not found');
    const log = openSync(join(this.#folder, 'redis.log'), 'a');
    this.#process = spawn(binary.file, [...args, ...more, '--dir', this.#folder], {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...binary.env },
    });
    closeSync(log);
    await this.command('PING');
  }

  async flush(): Promise<void> {
    await this.command('FLUSHALL');
  }

  /** Simulates a backward step of Redis' clock: the windows of rate limits end later. */
  async stepClockBack(ms: number): Promise<void> {
    const script = [
      "for _, key in ipairs(redis.call('KEYS', '*{limits}*')) do",
      "local left = redis.call('PTTL', key)",
      `if left > 0 then redis.call('PEXPIRE', key, left + ${ms}) end end`,
    ];
    await this.command('EVAL', script.join(' '), '0');
  }

  /** Sets maxmemory in bytes; 0 removes the limit. Above it Redis refuses every write. */
  async limitMemory(bytes: number): Promise<void> {
    await this.command('CONFIG', 'SET', 'maxmemory', String(bytes));
  }

  /** Freezes Redis: it accepts connections and commands, but replies only after `thaw`. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Kills Redis with SIGKILL, also when frozen. A second call does nothing. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Sends a command; retries for ten seconds until Redis replies. */
  async command(name: string, ...args: string[]): Promise<unknown> {
    const client = new Redis(this.url, {
      lazyConnect: true,
      retryStrategy: () => retryPauseMs,
      maxRetriesPerRequest: retries,
    });
    client.on('error', () => {});
    try {
      return await client.call(name, ...args);
    } finally {
      client.disconnect();
    }
  }

  /** Stops Redis and removes its folder. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
