import { auctionOffersCalls, heistOffersCalls } from '@copup/shared/calls/affiliates.ts';
import type { Feature } from '../../feature.ts';
import { affiliateDeletion } from './affiliate-deletion.queries.ts';
import { readUnfundedQueue } from './affiliates.admin.queries.ts';
import { affiliatesAdminRoutes } from './affiliates.admin.routes.ts';
import { auditClaims } from './audit-claims.ts';
import { affiliateJobs } from './flag-referrals.ts';
import { affiliateTotalsRoutes, linkedSubjectRoutes, offersRoutes } from './offers.routes.ts';
import { promotedKinds } from './promoted.ts';

export const affiliates: Feature = {
  name: 'affiliates',
  auditReferences: [auditClaims],
  build: (deps) => ({
    routes: [
      offersRoutes(deps, promotedKinds.auction, auctionOffersCalls),
      offersRoutes(deps, promotedKinds.heist, heistOffersCalls),
      affiliateTotalsRoutes(deps),
      linkedSubjectRoutes(deps),
      affiliatesAdminRoutes(deps),
    ],
    jobs: affiliateJobs(deps),
    queues: { affiliates: readUnfundedQueue(deps) },
    deletion: affiliateDeletion,
  }),
};
