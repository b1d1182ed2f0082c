import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { root } from '../../scripts/data-folder.ts';
import { findRandomPort } from '../../scripts/ports.ts';
import { chooseAccount } from '../../scripts/postgres-account.ts';
import { findPostgresBinaries } from '../../scripts/postgres-binaries.ts';

/** PostgreSQL's programs: those of the npm dependency, or a complete installation with client tools. */
export interface PostgresTools {
  folder: string;
  env: Record<string, string>;
  /** Whether pg_dump, pg_restore and pg_basebackup exist. */
  hasClients: boolean;
}

export function embeddedTools(): PostgresTools {
  const native = findPostgresBinaries(chooseAccount(''));
  return { folder: join(native, 'bin'), env: {}, hasClients: false };
}

/**
 * A separate PostgreSQL cluster with archived WAL, which the commands of docs/operations.md can stop, restore and start:
 * its settings are in its data folder.
 */
export class OwnCluster {
  readonly tools: PostgresTools;
  readonly folder: string;
  readonly port: number;
  readonly #password: string;
  readonly #account = chooseAccount('');

  private constructor(tools: PostgresTools, folder: string, port: number, password: string) {
    this.tools = tools;
    this.folder = folder;
    this.port = port;
    this.#password = password;
  }

  /** Creates and starts a cluster with an empty database `copup`. By default it does not wait for the disk. */
  static async create(
    tools = embeddedTools(),
    settings: Record<string, string> = { fsync: 'off' },
  ): Promise<OwnCluster> {
    const cluster = await OwnCluster.#place(tools, randomBytes(12).toString('hex'));
    await cluster.#init(settings);
    return cluster;
  }

  static async #place(tools: PostgresTools, password: string, port?: number): Promise<OwnCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'copup-cluster-'));
    const cluster = new OwnCluster(tools, folder, port ?? (await findRandomPort()), password);
    chmodSync(folder, 0o711);
    cluster.#give(folder);
    for (const name of ['backup', 'backup/wal']) {
      mkdirSync(join(folder, name), { mode: 0o700 });
      cluster.#give(join(folder, name));
    }
    return cluster;
  }

  /** Creates and starts a standby `standby` that streams from this cluster, with the same passwords. */
  async createStandby({ isSynchronous = false, port }: { isSynchronous?: boolean; port?: number } = {}) {
    const standby = await OwnCluster.#place(this.tools, this.#password, port);
    await this.copyData(standby.data, false);
    const source = `host=127.0.0.1 port=${this.port} user=copup password=${this.#password} application_name=standby`;
    standby.#set({
      port: String(standby.port),
      archive_mode: 'off',
      primary_conninfo: `'${source}'`,
      // As deploy/standby.sh sets it.
      wal_retrieve_retry_interval: '500ms',
    });
    await standby.run('touch "$PGDATA/standby.signal"');
    await standby.start();
    if (isSynchronous) await this.configure("SET synchronous_standby_names = 'standby'");
    return standby;
  }

  /** Changes settings of the running cluster. */
  async configure(...changes: string[]): Promise<void> {
    for (const change of changes) await this.query(`ALTER SYSTEM ${change}`);
    await this.query('SELECT pg_reload_conf()');
  }

  /**
   * Copies the running cluster to a folder with PostgreSQL's backup functions, for machines without pg_basebackup. With
   * `isComplete` it resolves when the log of the copy is archived.
   */
  async copyData(to: string, isComplete = true): Promise<void> {
    const client = new pg.Client(this.maintenanceUrl);
    await client.connect();
    try {
      await client.query(`SELECT pg_backup_start('copup', true)`);
      await this.run('cp -a "$PGDATA" "$TO"; rm -f "$TO"/postmaster.* "$TO"/pg_wal/0*', { TO: to });
      const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop($1)', [isComplete]);
      const label = join(to, 'backup_label');
      writeFileSync(label, rows[0].labelfile);
      this.#give(label);
    } finally {
      await client.end();
    }
  }

  async start(): Promise<void> {
    await this.run('pg_ctl start --wait --pgdata="$PGDATA" --log="$PGDATA.log"');
  }

  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.run(`pg_ctl stop --mode=${mode} --wait --pgdata="$PGDATA"`);
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  get backup(): string {
    return join(this.folder, 'backup');
  }

  /** URL with the role that servers use. */
  get serverUrl(): string {
    return `postgres://copup_server:${this.#password}@127.0.0.1:${this.port}/copup`;
  }

  /** URL with the owner's role. */
  get url(): string {
    return `postgres://copup:${this.#password}@127.0.0.1:${this.port}/copup`;
  }

  get maintenanceUrl(): string {
    return this.url.replace(/copup$/, 'postgres');
  }

  /** Replaces the cluster by a new one, which has another system identifier and new transaction ids. */
  async replaceByNew(): Promise<void> {
    await this.stop();
    renameSync(this.data, `${this.data}.${randomBytes(4).toString('hex')}`);
    await this.#init({ fsync: 'off' });
  }

  /** Runs shell commands as PostgreSQL's user. Rejects with their output if one fails. */
  run(script: string, env: Record<string, string> = {}): Promise<string> {
    return this.#run(script, env, this.#account);
  }

  /** Runs shell commands as the current user, in the repository. */
  runHere(script: string, env: Record<string, string> = {}): Promise<string> {
    return this.#run(script, env, undefined);
  }

  async query<Row extends object>(text: string, url = this.maintenanceUrl): Promise<Row[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    await this.stop('immediate').catch(() => {});
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #init(settings: Record<string, string>): Promise<void> {
    const passwordFile = join(this.folder, 'password');
    writeFileSync(passwordFile, this.#password, { mode: 0o600 });
    this.#give(passwordFile);
    await this.run(`initdb --pgdata="$PGDATA" --no-sync --encoding=UTF8 --locale=C --username=copup \
      --auth=scram-sha-256 --pwfile="${passwordFile}"`);
    this.#set({
      port: String(this.port),
      listen_addresses: "'127.0.0.1'",
      unix_socket_directories: "''",
      deadlock_timeout: '200ms',
      archive_mode: 'on',
      archive_command: `'cp "%p" "${this.backup}/wal/%f"'`,
      ...settings,
    });
    await this.start();
    // Dumps contain no roles.
    await this.query(`CREATE ROLE copup_server LOGIN PASSWORD '${this.#password}'`);
    await this.query('CREATE DATABASE copup');
  }

  #set(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    appendFileSync(join(this.data, 'postgresql.conf'), lines.join(''));
  }

  #run(script: string, env: Record<string, string>, account: ReturnType<typeof chooseAccount>) {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
    const child = spawn('/bin/sh', ['-euc', script], {
      cwd: account ? this.folder : root,
      ...account,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...Object.fromEntries(inherited),
        ...this.tools.env,
        PATH: `${this.tools.folder}${delimiter}${process.env.PATH}`,
        LC_ALL: 'C',
        DATABASE_URL: this.serverUrl,
        DATABASE_OWNER_URL: this.url,
        MAINTENANCE_URL: this.maintenanceUrl,
        PGDATA: this.data,
        BACKUP: this.backup,
        ...env,
      },
    });
    return new Promise<string>((resolve, reject) => {
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      child.on('error', reject);
      child.on('exit', (code) => {
        if (code === 0) resolve(output);
        else reject(new Error(`exit code ${code} of\n${script}\n${output}`));
      });
    });
  }

  #give(path: string): void {
    if (this.#account && existsSync(path)) chownSync(path, this.#account.uid, this.#account.gid);
  }
}
