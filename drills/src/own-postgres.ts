import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@copup/testkit/database.ts';
import { findRandomPort } from '../../scripts/ports.ts';
import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts';
import { identify, runQuietly, sendSignal, waitUntilGone } from '../../scripts/processes.ts';

const patienceMs = 10_000;

/** Runs the migrations of a version, as its deployment does. */
async function migrateAs(release: string, { url, ownerUrl }: PostgresServer): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
  const { code, output } = await runQuietly(process.execPath, ['deploy/migrate.ts'], { cwd: release, env });
  if (code !== 0) throw new Error(`the migrations of ${release} failed: ${output}`);
}

/** A separate PostgreSQL, durable as in production, which a drill may kill and start again on its data. */
export class OwnPostgres {
  /** Folder of the data, below the system's temporary folder so that PostgreSQL's user can access it. */
  readonly folder: string;
  readonly #undo: (() => Promise<void>) | undefined;
  #server: PostgresServer;

  private constructor(folder: string, undo: (() => Promise<void>) | undefined, server: PostgresServer) {
    this.folder = folder;
    this.#undo = undo;
    this.#server = server;
  }

  /**
   * Creates and starts PostgreSQL. `prepare` receives the empty folder and returns a function that undoes its changes.
   * `release` is the folder of the version whose tables it has, by default this one.
   */
  static async create(
    prepare?: (folder: string) => Promise<() => Promise<void>>,
    release?: string,
  ): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'copup-drill-'));
    chmodSync(folder, 0o711);
    const undo = await prepare?.(folder);
    try {
      const server = await startPostgres({ folder, port: await findRandomPort() });
      await (release === undefined ? migrate(server) : migrateAs(release, server));
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

  /** Sends SIGKILL to the main process; the other processes then exit. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Requests the immediate shutdown: every session ends at once without cleaning up. */
  stopImmediately(): Promise<void> {
    return this.#end('SIGQUIT');
  }

  /** Starts again on the same data and, unless another program uses it, the same port. */
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
      throw new Error(`PostgreSQL (process ${pid}) still runs after ${signal}`);
  }
}
