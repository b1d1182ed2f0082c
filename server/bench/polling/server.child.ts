import { createUsers } from '@copup/testkit/builders.ts';
import { defineBidLane } from '../../src/features/auctions/bid-lane.ts';
import { placeBid } from '../../src/features/auctions/place-bid.ts';
import { insertAuction, join } from '../../test/bidding.ts';
import { startBenchServer } from '../bench-server.ts';
import { report, serveReports } from './serve-reports.ts';

/** A load test's realm: no limits per address, since all watchers come from one. */
const REALM = 1;

/** The whole server, alone in its process, so that its CPU is that of the server alone. */
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
  // By now the room's frame may have been sent already. The decision comes before both.
  report({ kind: 'bid', price, atMs: Date.parse(serverTime) });
}

/** At random moments, as users do: a fixed step would fall in or out of step with the rooms' own. */
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
