import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@copup/testkit/database.ts';
import { findRandomPort } from '../../scripts/ports.ts';
import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts';
import { identify, sendSignal, waitUntilGone } from '../../scripts/processes.ts';

const patienceMs = 10_000;

/** A PostgreSQL of a drill's own, durable as in production, which may be killed and started again on its data. */
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

  /** Starts again on the same data and, unless another program took it, the same port. */
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
