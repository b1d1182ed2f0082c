import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { buildDeps } from '../../src/deps.ts';
import { auth } from '../../src/plugins/auth.ts';
import { POOL_SIZE } from '../bench-database.ts';
import { serveOrders } from './messages.ts';

const unlimited = { points: 1e9, windowMs: 1_000, perAddress: 1e9 };

/** One whole server as in production, except for its limits: 200 clients send far faster than users may. */
const dataDir = mkdtempSync(join(tmpdir(), 'copup-bench-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  DATABASE_URL: process.env.BENCH_DATABASE_URL,
  DATABASE_POOL_SIZE: String(POOL_SIZE),
  REDIS_URL: process.env.REDIS_URL,
  REDIS_PREFIX: `bench-${process.pid}`,
  DATA_DIR: dataDir,
  PORT: '0',
  JWT_SECRET: 'a secret for benches that has enough characters',
  SECRETS_KEY: 'another secret for benches with enough characters',
});
const deps = await buildDeps(config, {
  limitRules: { bid: unlimited, write: unlimited, read: unlimited },
});
const app = await buildApp(deps);
await app.register(
  async (scope) => {
    await scope.register(auth, deps);
    scope.post(
      '/nothing',
      { schema: { response: { 200: z.object({ message: z.string() }) } } },
      async () => ({ message: 'Nothing was done.' }),
    );
  },
  { prefix: '/api/bench' },
);
await app.listen({ port: 0, host: '127.0.0.1' });

serveOrders((app.server.address() as AddressInfo).port, async (userIds) => {
  const sessions = await inTransaction(deps.db, (tx) => deps.sessions.createMany(tx, userIds));
  return userIds.map((id) => sessions.get(id)?.token ?? '');
});
