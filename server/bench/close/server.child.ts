import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { buildDeps } from '../../src/deps.ts';
import { setAlarms } from '../../src/features/auctions/auction-alarms.ts';
import { listAuctionRows } from '../../src/features/auctions/auctions.queries.ts';

/** To a server of the bench of closes. */
export type ClosingOrder =
  | { kind: 'sessions'; userIds: string[] }
  | { kind: 'alarms'; auctionIds: number[] }
  | { kind: 'end' };
/** From it. */
export type ClosingReport =
  | { kind: 'ready'; url: string }
  | { kind: 'sessions'; tokens: string[] }
  | { kind: 'alarms' };

/** A whole server, with its rooms, alarms and sweeps. */
const dataDir = mkdtempSync(join(tmpdir(), 'copup-bench-'));
const deps = await buildDeps(
  readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: process.env.BENCH_DATABASE_URL,
    REDIS_URL: process.env.REDIS_URL,
    REDIS_PREFIX: process.env.BENCH_REDIS_PREFIX,
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: 'a secret for benches that has enough characters',
    SECRETS_KEY: 'another secret for benches with enough characters',
  }),
);
const app = await buildApp(deps);
await app.listen({ port: 0, host: '127.0.0.1' });
await deps.jobs.start();

const report = (what: ClosingReport) => process.send?.(what);

async function obey(order: ClosingOrder): Promise<void> {
  if (order.kind === 'sessions') {
    const sessions = await inTransaction(deps.db, (tx) => deps.sessions.createMany(tx, order.userIds));
    report({ kind: 'sessions', tokens: order.userIds.map((id) => sessions.get(id)?.token ?? '') });
  } else if (order.kind === 'alarms') {
    for (const auction of await listAuctionRows(deps.db, order.auctionIds)) setAlarms(deps, auction);
    report({ kind: 'alarms' });
  } else {
    await deps.rooms.leave();
    await deps.jobs.close();
    await Promise.all([app.close(), deps.lanes.drain()]);
    await deps.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  }
}

// The bench ended in a way of its own.
process.once('disconnect', () => process.exit(1));
process.on('message', (order: ClosingOrder) => void obey(order));
report({ kind: 'ready', url: app.listeningOrigin });
