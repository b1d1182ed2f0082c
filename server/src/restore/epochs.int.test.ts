import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { useTestDatabase } from '@copup/testkit/ledger.ts';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { Epochs } from './epochs.ts';
import type { DatabaseIdentity } from './open-epoch.ts';

const test = useTestDatabase();
const log = { warn: () => {} };
const epochsOn = (db: Database) => new Epochs({ db, log });

async function count(): Promise<number> {
  const { rows } = await test.db.pool.query('SELECT count(*)::integer AS count FROM database_epochs');
  return rows[0].count;
}

/** The same database with an identity that the test can change. */
function disguised(change: Partial<DatabaseIdentity>): Database {
  const pool = Object.create(test.db.pool);
  pool.query = async (...args: unknown[]) => {
    const result = await (test.db.pool.query as (...all: unknown[]) => Promise<{ rows: object[] }>)(...args);
    for (const row of result.rows) if ('flushed' in row) Object.assign(row, change);
    return result;
  };
  return { ...test.db, pool };
}

describe('R5 an epoch', () => {
  it('is opened once for all servers that detect the same restore', async () => {
    const servers = Array.from({ length: 8 }, () => epochsOn(test.db));
    const seen = await Promise.all(servers.map((epochs) => epochs.refresh()));
    expect(new Set(seen).size).toBe(1);
    const before = await count();
    const opened = await Promise.all(servers.map((epochs) => epochs.open(seen[0] ?? 0)));
    expect(new Set(opened).size).toBe(1);
    expect(opened[0]).toBeGreaterThan(seen[0] ?? 0);
    expect(await count()).toBe(before + 1);
    // A server that was busy meanwhile adopts the open epoch.
    const late = epochsOn(test.db);
    expect(await late.open(seen[0] ?? 0)).toBe(opened[0]);
    expect(await count()).toBe(before + 1);
  });

  it('increases when the rows are older than the epoch that a server knows', async () => {
    const epochs = epochsOn(test.db);
    await epochs.open(await epochs.refresh());
    const known = epochs.current;
    let changes = 0;
    epochs.onChange(() => {
      changes += 1;
    });
    await test.db.pool.query('DELETE FROM database_epochs WHERE epoch = $1', [known]);
    expect(await epochs.refresh()).toBeGreaterThan(known);
    expect(await epochs.refresh()).toBe(epochs.current);
    expect(changes).toBe(1);
  });

  it('opens when the write-ahead log is shorter than before', async () => {
    const change: Partial<DatabaseIdentity> = {};
    const epochs = epochsOn(disguised(change));
    await epochs.refresh();
    // The first may have opened the epoch.
    const known = await epochs.refresh();
    Object.assign(change, { flushed: '1' });
    expect(await epochs.refresh()).toBeGreaterThan(known);
  });

  it('opens for a database that was cloned or restored on the same cluster', async () => {
    const { rows } = await test.db.pool.query('SELECT current_database() AS name');
    const clone = `${rows[0].name}_clone`;
    const known = await epochsOn(test.db).refresh();
    const url = new URL(test.ownerUrl);
    const admin = openDatabase({ url: Object.assign(new URL(url), { pathname: '/postgres' }).href });
    try {
      // No session may be connected to the template database; the pool reconnects.
      await admin.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
        rows[0].name,
      ]);
      await admin.pool.query(`CREATE DATABASE ${clone} TEMPLATE ${rows[0].name}`);
      const db = openDatabase({ url: Object.assign(new URL(url), { pathname: `/${clone}` }).href });
      expect(await epochsOn(db).refresh()).toBeGreaterThan(known);
      await db.close();
    } finally {
      await admin.pool.query(`DROP DATABASE IF EXISTS ${clone} WITH (FORCE)`);
      await admin.close();
    }
  });
});

describe('npm run restored', () => {
  const program = fileURLToPath(new URL('./restored.main.ts', import.meta.url));
  const execute = (url: string, ownerUrl = url) =>
    promisify(execFile)(process.execPath, [program], {
      env: { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  it('R5 prints what it did, and may run again', async () => {
    const epochs = epochsOn(test.db);
    const before = await epochs.refresh();
    for (const _ of [1, 2]) {
      const { code, stdout, stderr } = await execute(test.url, test.ownerUrl);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^Epoch \d+ is open; before it was \d+\.$/m);
      expect(stdout).toMatch(/^0 postings had ids of another cluster and are repaired\.$/m);
    }
    expect(await epochs.refresh()).toBeGreaterThan(before);
  });

  it('exits with 1 when it fails', { tags: ['full'] }, async () => {
    const { code, stderr } = await execute('postgres://nobody@127.0.0.1:1/none');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The restored database is not ready: .+\nRun npm run restored again\.\n$/);
  });
});
