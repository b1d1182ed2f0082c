import { createUsers } from '@copup/testkit/builders.ts';
import { defineBidLane } from '../../src/features/auctions/bid-lane.ts';
import { placeBid } from '../../src/features/auctions/place-bid.ts';
import { insertAuction, join } from '../../test/bidding.ts';
import { startBenchServer } from '../bench-server.ts';
import { report, serveReports } from './serve-reports.ts';

/** A realm of a load test: without limits per address, since all watchers connect from one. */
const REALM = 1;

/** The whole server, alone in its process, so that its CPU can be measured. */
const server = await startBenchServer();
const { deps } = server;

const watchers = await createUsers(deps.db, Number(process.env.BENCH_WATCHERS), { realm: REALM });
const tokens = await server.createTokens(watchers.map(({ id }) => id));
const auctionId = await insertAuction(deps.db, { realm: REALM });
const bidders = await createUsers(deps.db, 2, { realm: REALM, coins: 1_000_000 });
await join(deps.db, auctionId, bidders);

const bids = defineBidLane(deps);
let timer: NodeJS.Timeout | undefined;
let turn = 0;

async function bid(): Promise<void> {
  const bidder = bidders[turn % bidders.length];
  turn += 1;
  if (!bidder) return;
  const viewer = { userId: bidder.id, username: bidder.username, profile: null, realm: REALM };
  const { price, serverTime } = await placeBid(
    { newId: deps.newId, bids },
    auctionId,
    { viewer, key: undefined, maxBidPoints: undefined },
    Date.now(),
  );
  // The room's frame may already have been sent. The decision precedes both.
  report({ kind: 'bid', price, atMs: Date.parse(serverTime) });
}

/** At random moments, as users bid: a fixed interval could align with the rooms' throttle interval. */
function bidOnAverage(perSecond: number): void {
  timer = setTimeout(
    () => {
      bidOnAverage(perSecond);
      bid().catch((error: unknown) => report({ kind: 'error', text: String(error) }));
    },
    ((0.5 + Math.random()) * 1_000) / perSecond,
  );
}

serveReports({
  ready: { kind: 'ready', url: server.url, auctionId, tokens },
  setBids(perSecond) {
    clearTimeout(timer);
    if (perSecond > 0) bidOnAverage(perSecond);
  },
  async close() {
    clearTimeout(timer);
    await server.close();
  },
});
