import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { migrate } from '../server/src/db/migrate.ts';
import { root } from './data-folder.ts';
import { findRandomPort } from './ports.ts';
import { findRunningPostgres, startPostgres } from './postgres.ts';
import { waitUntilGone } from './processes.ts';
import { startRedis } from './redis.ts';
import { findRedisBinary } from './redis-binary.ts';

// The database clients are the server's dependencies.
const require = createRequire(join(root, 'server', 'package.json'));
const pg: { Client: new (options: object) => PgClient } = require('pg');
const { Redis }: { Redis: new (url: string) => RedisClient } = require('ioredis');

interface PgClient {
  connect(): Promise<void>;
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

interface RedisClient {
  set(key: string, value: string): Promise<unknown>;
  get(key: string): Promise<string | null>;
  disconnect(): void;
}

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'copup-services-'));
  cleanUps.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startPostgresHere(folder: string) {
  const server = await startPostgres({ folder, port: await findRandomPort() });
  cleanUps.push(() => server.stop());
  return server;
}

async function startRedisHere(folder: string) {
  const binary = await findRedisBinary(join(root, '.data', 'redis-server'));
  if (!binary) throw new Error('Redis was not found');
  const server = await startRedis({ binary, folder, port: await findRandomPort() });
  cleanUps.push(() => server.stop());
  return server;
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

async function withRedis<T>(url: string, work: (client: RedisClient) => Promise<T>): Promise<T> {
  const client = new Redis(url);
  return work(client).finally(() => client.disconnect());
}

it('S8a PostgreSQL: adopted while it runs, recovered after kill -9, stopped, with its data; a folder from before the servers’ role gets that role', {
  tags: ['full'],
}, async () => {
  const folder = newFolder();
  expect(await findRunningPostgres(folder)).toBeUndefined();
  const first = await startPostgresHere(folder);
  const encoding = await query(
    first.ownerUrl,
    "SELECT upper('é') AS letter, current_setting('server_encoding') AS encoding",
  );
  expect(encoding.rows).toEqual([{ letter: 'É', encoding: 'UTF8' }]);
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');

  const second = await startPostgresHere(folder);
  expect(second).toMatchObject({ url: first.url, process: first.process });
  expect(await findRunningPostgres(folder)).toEqual({ url: first.url, ownerUrl: first.ownerUrl });

  process.kill(first.process.pid, 'SIGKILL');
  await waitUntilGone(first.process, 10_000);
  const third = await startPostgresHere(folder);
  expect(third.process).not.toEqual(first.process);
  expect((await query(third.ownerUrl, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);

  await third.stop();
  expect(await waitUntilGone(third.process, 0)).toBe(true);
  expect(await findRunningPostgres(folder)).toBeUndefined();

  // The folder as it was before the servers' role existed.
  const file = join(folder, 'connection.json');
  const { serverPassword: _, ...before } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify(before));
  const fourth = await startPostgresHere(folder);
  await migrate(fourth);
  const { rows } = await query(
    fourth.url,
    "SELECT current_user AS name, has_table_privilege('users', 'INSERT') AS may",
  );
  expect(rows).toEqual([{ name: 'copup_server', may: true }]);
  expect(new URL(fourth.url).password).not.toBe(new URL(first.url).password);
  expect(fourth.ownerUrl).toBe(first.ownerUrl);
  await fourth.stop();
  expect((await startPostgresHere(folder)).url).toBe(fourth.url);
});

it('Redis: adopted while it runs, even frozen by a signal, and recovered after kill -9, with its data', async () => {
  const folder = newFolder();
  const first = await startRedisHere(folder);
  await withRedis(first.url, (client) => client.set('kept', '42'));
  process.kill(first.process.pid, 'SIGSTOP');
  const second = await startRedisHere(folder);
  expect(second).toMatchObject({ url: first.url, process: first.process });

  await second.stop();
  expect(await waitUntilGone(first.process, 0)).toBe(true);
  const third = await startRedisHere(folder);
  process.kill(third.process.pid, 'SIGKILL');
  await waitUntilGone(third.process, 10_000);
  const fourth = await startRedisHere(folder);
  expect(await withRedis(fourth.url, (client) => client.get('kept'))).toBe('42');
});
