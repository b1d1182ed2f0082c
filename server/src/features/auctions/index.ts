import { hasRows } from '../../demo-content.ts';
import type { SubjectFeature } from '../../feature.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { entryReferences } from '../../subjects/audit-entries.ts';
import { subjectRealms } from '../../subjects/realms.ts';
import { auctionPollsRoutes } from './auction-polls.routes.ts';
import { auctionParts } from './auctions.admin.routes.ts';
import { auctionJobs } from './auctions.jobs.ts';
import { auctionRoomKind, auctionsRoomKind } from './auctions.room.ts';
import { auctionsRoutes, maximumsRoutes } from './auctions.routes.ts';
import { auctionKind } from './auctions.subject.ts';
import { auditBids } from './audit-bids.ts';
import { auditMaximums } from './audit-maximums.ts';
import { defineBidLane, traceBids } from './bid-lane.ts';
import { type BiddersDeps, mayRunBidders, runBidders } from './demo-bidders/run-bidders.ts';
import { renewAuctions } from './renew-demo.ts';
import { visitsRoutes } from './visits.routes.ts';
import { eraseWatches } from './watchlist.queries.ts';
import { watchlistRoutes } from './watchlist.routes.ts';

const DEMO_BIDDERS_EVERY_MS = 1_500;
const demoBidders = (deps: BiddersDeps): Sweep => ({
  name: 'auctions-demo-bidders',
  everyMs: DEMO_BIDDERS_EVERY_MS,
  run: () => runBidders(deps),
});

export const auctions: SubjectFeature = {
  name: 'auctions',
  auditReferences: [entryReferences(auctionKind), { counts: 'bids', checks: [auditBids] }, auditMaximums],
  demo: { exists: hasRows('auctions'), renew: renewAuctions },
  build: (deps) => {
    const realms = subjectRealms(deps, auctionKind);
    const bidding = { ...deps, bids: traceBids(deps, defineBidLane(deps)) };
    const jobs = auctionJobs(deps);
    const parts = auctionParts(deps);
    return {
      ...parts,
      routes: [
        auctionsRoutes(bidding),
        maximumsRoutes(bidding),
        auctionPollsRoutes(deps, realms),
        watchlistRoutes(deps),
        visitsRoutes(deps),
        ...parts.routes,
      ],
      roomKinds: [auctionRoomKind(deps, realms), auctionsRoomKind(deps)],
      jobs: mayRunBidders(deps) ? { ...jobs, sweeps: [...(jobs.sweeps ?? []), demoBidders(bidding)] } : jobs,
      commandLanes: [{ lane: 'bids', guard: 'PRICE_MOVED' }],
      deletion: { ...parts.deletion, erase: eraseWatches },
    };
  },
};
