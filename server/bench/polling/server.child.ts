import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { buildDeps } from '../../src/deps.ts';
import { placeBid } from '../../src/features/auctions/place-bid.ts';
import { insertAuction, join } from '../../test/bidding.ts';
import { createUsers } from '../../test/builders.ts';
import { report, serveReports } from './serve-reports.ts';

/** A load test's realm: no limits per address, since all watchers come from one. */
const REALM = 1;

/** The whole server, alone in its process, so that its CPU is nobody else's. */
const dataDir = mkdtempSync(joinPath(tmpdir(), 'copup-bench-'));
const deps = await buildDeps(
  readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: process.env.BENCH_DATABASE_URL,
    REDIS_URL: process.env.REDIS_URL,
    REDIS_PREFIX: `bench-${process.pid}`,
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: 'a secret for benches that has enough characters',
    SECRETS_KEY: 'another secret for benches with enough characters',
  }),
);
const app = await buildApp(deps);
await app.listen({ port: 0, host: '127.0.0.1' });

const watchers = await createUsers(deps.db, Number(process.env.BENCH_WATCHERS), { realm: REALM });
const sessions = await inTransaction(deps.db, (tx) =>
  deps.sessions.createMany(
    tx,
    watchers.map(({ id }) => id),
  ),
);
const auctionId = await insertAuction(deps.db, { realm: REALM });
const bidders = await createUsers(deps.db, 2, { realm: REALM, coins: 1_000_000 });
await join(deps.db, auctionId, bidders);

let timer: NodeJS.Timeout | undefined;
let turn = 0;

async function bid(): Promise<void> {
  const bidder = bidders[turn % bidders.length];
  turn += 1;
  if (!bidder) return;
  const { price, serverTime } = await placeBid(deps, {
    auctionId,
    viewer: { userId: bidder.id, username: bidder.username, profile: null, realm: REALM },
    key: undefined,
    maxBidPoints: undefined,
    receivedAtMs: Date.now(),
  });
  // By now the room's frame may have been sent already. The decision comes before both.
  report({ kind: 'bid', price, atMs: Date.parse(serverTime) });
}

/** At random moments, as people do: a fixed step would fall in or out of step with the rooms' own. */
function bidOnAverage(perSecond: number): void {
  timer = setTimeout(
    () => {
      bidOnAverage(perSecond);
      bid().catch((error: unknown) => report({ kind: 'fault', text: String(error) }));
    },
    ((0.5 + Math.random()) * 1_000) / perSecond,
  );
}

serveReports({
  ready: {
    kind: 'ready',
    url: app.listeningOrigin,
    auctionId,
    tokens: [...sessions.values()].map(({ token }) => token),
  },
  setBids(perSecond) {
    clearTimeout(timer);
    if (perSecond > 0) bidOnAverage(perSecond);
  },
  async close() {
    clearTimeout(timer);
    await deps.rooms.leave();
    await Promise.all([app.close(), deps.lanes.drain()]);
    await deps.close();
    rmSync(dataDir, { recursive: true, force: true });
  },
});
