import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from '@copup/testkit/builders.ts';
import { embeddedTools, OwnCluster } from '@copup/testkit/own-cluster.ts';
import { printGoals } from '@copup/testkit/report.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { biddingDeps, createBidders, insertAuction } from '../test/bidding.ts';
import { POOL_SIZE } from './bench-database.ts';
import { closedLoop, closedLoopColumns, type Measured, unlessOverloaded } from './closed-loop.ts';
import { measureRounds, printMedians, ratiosOf, readOptions } from './rounds.ts';

const BIDDERS = 200;
const DURATION_MS = 2_000;
const { postgresCpuUs: _, ...columns } = closedLoopColumns;
/** Durable on both sides. The primary keeps what a stopped standby lacks. */
const SETTINGS = { archive_mode: 'off', wal_keep_size: '2GB' };

type Side = 'with a synchronous standby' | 'without';

/** Compares bids on one hot auction with a synchronous standby, on the same disk and cores, and without one. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { rounds } = readOptions(args, {});
  const primary = await OwnCluster.create(embeddedTools(), SETTINGS);
  let standby: OwnCluster | undefined;
  let db: Database | undefined;
  try {
    await migrate({ ownerUrl: primary.url, url: primary.serverUrl });
    standby = await primary.createStandby();
    await standby.stop();
    db = openDatabase({ url: primary.serverUrl, poolSize: POOL_SIZE });
    await db.replication.follow({ log: { warn() {}, info() {} }, mayGoOn: () => true });
    const results = await measureRounds<Side, Measured>(rounds, sidesOf(db, primary, standby));
    console.log(`Bids on one auction, closed loop, ${POOL_SIZE} connections, durable PostgreSQL.\n`);
    printMedians(`${BIDDERS} bidders`, columns, results);
    const ratios = ratiosOf(
      results['with a synchronous standby'],
      [results.without],
      ({ acceptedPerS }) => acceptedPerS,
    );
    return printGoals([{ what: 'with a synchronous standby : without', ratios, atLeast: 0.7 }]);
  } finally {
    await db?.close();
    await standby?.remove();
    await primary.remove();
  }
}

function sidesOf(db: Database, primary: OwnCluster, standby: OwnCluster) {
  const { bid } = biddingDeps(db);
  const untilWanted = async (isWanted: boolean) => {
    await primary.configure(`SET synchronous_standby_names = '${isWanted ? 'standby' : ''}'`);
    const isSet = ({ wanted, state }: typeof db.replication.report) =>
      isWanted ? state === 'synchronous' : !wanted;
    while (!isSet(db.replication.report)) await pause(50);
  };
  return {
    without: () => measure(db, bid),
    'with a synchronous standby': async () => {
      await standby.start();
      await untilWanted(true);
      const before = db.replication.report.unconfirmed;
      const measured = await measure(db, bid);
      const unconfirmed = db.replication.report.unconfirmed - before;
      if (unconfirmed > 0) console.log(`${unconfirmed} commits were not confirmed by the standby.`);
      await untilWanted(false);
      await standby.stop();
      return measured;
    },
  };
}

let keys = 0;

async function measure(db: Database, bid: ReturnType<typeof biddingDeps>['bid']): Promise<Measured> {
  const auctionId = await insertAuction(db);
  const users = await createBidders(db, auctionId, BIDDERS, 1_000_000_000);
  return closedLoop({
    clients: BIDDERS,
    durationMs: DURATION_MS,
    postgresCpuUs: () => 0,
    run: (bidder) => {
      keys += 1;
      return unlessOverloaded(bid(auctionId, users[bidder] as TestUser, { key: `key-${keys}` }));
    },
  });
}
