import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { findRandomPort } from '../../scripts/ports.ts';
import { findRedisBinary } from '../../scripts/redis-binary.ts';

const cache = fileURLToPath(new URL('../../.data/redis-server', import.meta.url));

/** A Redis of the test's own, to be flushed, stopped and killed. Empty after each start. */
export class OwnRedis {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  /** Reserves a port; nothing listens there until `start`. */
  static async create(): Promise<OwnRedis> {
    return new OwnRedis(await findRandomPort(), await mkdtemp(join(tmpdir(), 'copup-redis-')));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** A whole Cluster of one node. Resolves when it has all its slots. */
  async startCluster(): Promise<string> {
    // By itself it would take the port 10,000 higher, where some outgoing connection may already be.
    const busPort = String(await findRandomPort());
    const announced = ['--cluster-announce-ip', '127.0.0.1', '--cluster-port', busPort];
    await this.start(['--cluster-enabled', 'yes', ...announced]);
    await this.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    while (!String(await this.command('CLUSTER', 'INFO')).includes('cluster_state:ok')) await pause(20);
    return this.url.replace('redis:', 'redis+cluster:');
  }

  /** Resolves when it answers. */
  async start(more: string[] = []): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const binary = await findRedisBinary(cache);
    if (!binary) throw new Error('no redis-server here');
    this.#process = spawn(binary.file, [...args, ...more, '--dir', this.#folder], {
      stdio: 'ignore',
      env: { ...process.env, ...binary.env },
    });
    await this.command('PING');
  }

  /** SIGSTOP: takes connections and commands, answers nothing. SIGCONT: goes on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(name);
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Tried until it answers, for five seconds. */
  async command(name: string, ...args: string[]): Promise<unknown> {
    const client = new Redis(this.url, {
      lazyConnect: true,
      retryStrategy: () => 50,
      maxRetriesPerRequest: 100,
    });
    client.on('error', () => {});
    try {
      return await client.call(name, ...args);
    } finally {
      client.disconnect();
    }
  }

  async remove(): Promise<void> {
    this.signal('SIGCONT');
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
