import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { buildDeps } from '../../src/deps.ts';
import { auth } from '../../src/plugins/auth.ts';

/** Asked by the bench, which forks this process. */
export type ServerAsk = { is: 'sessions'; userIds: string[] } | { is: 'cpu' } | { is: 'close' };
export type ServerTell =
  | { is: 'listening'; port: number }
  | { is: 'sessions'; tokens: string[] }
  | { is: 'cpu'; us: number };

const unlimited = { points: 1e9, windowMs: 1_000, perAddress: 1e9 };

// One whole server, as it runs in earnest, except for its limits: 200 bidders here bid far faster than people may.
const dataDir = mkdtempSync(join(tmpdir(), 'copup-bench-'));
const config = readConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_ENV: 'development' });
const deps = await buildDeps(config, { limitRules: { bid: unlimited, write: unlimited } });
const app = await buildApp(deps);
await app.register(
  async (scope) => {
    await scope.register(auth, deps);
    scope.post('/nothing', async () => ({ message: 'Nothing was done.' }));
  },
  { prefix: '/api/bench' },
);
await app.listen({ port: 0, host: '127.0.0.1' });

const tell = (message: ServerTell) => process.send?.(message);

process.on('message', (ask: ServerAsk) => {
  void answer(ask);
});
// The bench is gone: nobody will say close.
process.on('disconnect', () => process.exit(1));
tell({ is: 'listening', port: Number(new URL(app.listeningOrigin).port) });

async function answer(ask: ServerAsk): Promise<void> {
  if (ask.is === 'cpu') {
    const { user, system } = process.cpuUsage();
    tell({ is: 'cpu', us: user + system });
  } else if (ask.is === 'sessions') {
    const sessions = await inTransaction(deps.db, (tx) => deps.sessions.createMany(tx, ask.userIds));
    tell({ is: 'sessions', tokens: ask.userIds.map((id) => sessions.get(id)?.token ?? '') });
  } else {
    await deps.rooms.leave();
    await Promise.all([app.close(), deps.lanes.drain()]);
    await deps.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  }
}
