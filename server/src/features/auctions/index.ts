import type { Feature } from '../../feature.ts';
import { auctionPollsRoutes } from './auction-polls.routes.ts';
import { auctionsAdminRoutes } from './auctions.admin.routes.ts';
import { auctionJobs } from './auctions.jobs.ts';
import { auctionRoomKind, auctionsRoomKind } from './auctions.room.ts';
import { auctionsRoutes } from './auctions.routes.ts';
import { cancelRealm } from './cancel-auction.ts';
import { describeAuctionRooms } from './describe-auction-rooms.ts';
import { demoExists, renewDemo } from './renew-demo.ts';

export const auctions: Feature = {
  name: 'auctions',
  demo: { exists: demoExists, renew: renewDemo },
  build: (deps) => ({
    routes: [auctionsRoutes(deps), auctionPollsRoutes(deps), auctionsAdminRoutes(deps)],
    roomKinds: [auctionRoomKind(deps), auctionsRoomKind(deps)],
    jobs: auctionJobs(deps),
    describeRooms: { auction: (ids) => describeAuctionRooms(deps.db, ids) },
    cancelRealm: (realm) => cancelRealm(deps, realm),
  }),
};
