import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../feature.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { entryReferences } from '../../subjects/audit-entries.ts';
import { cancelOutlook } from '../../subjects/cancel-outlook.ts';
import { cancelRealm } from '../../subjects/cancel-subject.ts';
import { describeSubjectRooms } from '../../subjects/describe-rooms.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { publishApproved } from '../../subjects/publish-subject.ts';
import { subjectRealms } from '../../subjects/realms.ts';
import { hasSubjects } from '../../subjects/renew-demo.ts';
import { searchSubjects } from '../../subjects/search-subjects.ts';
import { subjectAdminRoutes } from '../../subjects/subject-admin.routes.ts';
import { publishedBy } from '../../subjects/subject-admin.ts';
import { subjectChangesRoutes } from '../../subjects/subject-changes.routes.ts';
import { subjectTimeline } from '../../subjects/subject-timeline.ts';
import { auctionDeletion } from './auction-deletion.ts';
import { auctionPollsRoutes } from './auction-polls.routes.ts';
import { auctionLinks, bidSource } from './auction-timeline.queries.ts';
import { auctionList } from './auctions.admin.queries.ts';
import { auctionsAdmin } from './auctions.admin.routes.ts';
import { auctionJobs } from './auctions.jobs.ts';
import { auctionRoomKind, auctionsRoomKind } from './auctions.room.ts';
import { auctionsRoutes } from './auctions.routes.ts';
import { auctionKind } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { auditBids } from './audit-bids.ts';
import { auditMaximums } from './audit-maximums.ts';
import { defineBidLane } from './bid-lane.ts';
import { type BiddersDeps, mayRunBidders, runBidders } from './demo-bidders/run-bidders.ts';
import { maximumsRoutes } from './maximums.routes.ts';
import { renewAuctions } from './renew-demo.ts';
import { traceBids } from './trace-bids.ts';
import { watchlistRoutes } from './watchlist.routes.ts';

const DEMO_BIDDERS_EVERY_MS = 1_500;
const demoBidders = (deps: BiddersDeps): Sweep => ({
  name: 'auctions-demo-bidders',
  everyMs: DEMO_BIDDERS_EVERY_MS,
  run: () => runBidders(deps),
});

const auctionNames = { table: 'auctions', nameColumn: 'name', kindColumn: 'category' };

export const auctions: Feature = {
  name: 'auctions',
  auditReferences: [entryReferences(auctionKind), { counts: 'bids', audit: auditBids }, auditMaximums],
  demo: { exists: (db) => hasSubjects(db, auctionKind), renew: renewAuctions },
  build: (deps) => {
    const realms = subjectRealms(deps, auctionKind);
    const bidding = { ...deps, bids: traceBids(deps, defineBidLane(deps)) };
    const jobs = auctionJobs(deps);
    const admin = auctionsAdmin(deps);
    return {
      routes: [
        auctionsRoutes(bidding),
        maximumsRoutes(bidding),
        auctionPollsRoutes(deps, realms),
        watchlistRoutes(deps),
        subjectChangesRoutes(deps, auctionKind, { base: '/auction', tag: 'auctions' }),
        subjectAdminRoutes(deps, admin),
      ],
      roomKinds: [auctionRoomKind(deps, realms), auctionsRoomKind(deps)],
      jobs: mayRunBidders(deps) ? { ...jobs, sweeps: [...(jobs.sweeps ?? []), demoBidders(bidding)] } : jobs,
      commandLanes: [{ lane: 'bids', guard: 'PRICE_MOVED' }],
      describeSubjects: { auction: describeNames(deps, auctionNames, ({ id }) => pathTo(paths.auction, id)) },
      describeRooms: { auction: describeSubjectRooms(deps, auctionKind) },
      approvedActions: publishApproved(publishedBy(deps, admin)),
      outlooks: { 'auction.cancel': cancelOutlook(auctionKind) },
      timelines: { auction: subjectTimeline(auctionKind, auctionLinks, [bidSource]) },
      searches: { auction: searchSubjects(deps, auctionKind, auctionList, ({ name }: AuctionRow) => name) },
      deletion: auctionDeletion,
      cancelRealm: (realm) => cancelRealm(deps, auctionKind, realm),
    };
  },
};
