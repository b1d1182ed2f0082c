import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { buildDeps } from '../../src/deps.ts';
import { POOL_SIZE } from '../bench-database.ts';
import type { ServerOrder, ServerReport } from './messages.ts';
import { SECRETS_KEY } from './secrets.ts';

const unlimited = { points: 1e9, windowMs: 1_000, perAddress: 1e9 };

// The whole server as in production, except for its limits: all requests come from one address.
const dataDir = mkdtempSync(join(tmpdir(), 'copup-bench-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const deps = await buildDeps(
  readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DATABASE_URL: process.env.BENCH_DATABASE_URL,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    REDIS_URL: process.env.REDIS_URL,
    REDIS_PREFIX: process.env.BENCH_PREFIX,
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: 'a secret for benches that has enough characters',
    SECRETS_KEY,
  }),
  { limitRules: { bid: unlimited, write: unlimited, read: unlimited } },
);
const app = await buildApp(deps);
await app.listen({ port: 0, host: '127.0.0.1' });

async function answer(order: ServerOrder): Promise<ServerReport> {
  if (order.kind === 'createSessions') {
    const sessions = await inTransaction(deps.db, (tx) => deps.sessions.createMany(tx, order.userIds));
    return { kind: 'tokens', tokens: order.userIds.map((id) => sessions.get(id)?.token ?? '') };
  }
  if (order.collects) for (let at = 0; at < 3; at += 1) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  return { kind: 'usage', cpuUs: user + system, rssBytes: process.memoryUsage.rss() };
}

process.on('message', (order: ServerOrder) => {
  void answer(order).then((report) => process.send?.(report));
});
process.once('disconnect', () => process.exit(0));
process.send?.({
  kind: 'ready',
  port: (app.server.address() as AddressInfo).port,
} satisfies ServerReport);
