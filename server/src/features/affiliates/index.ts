import type { Feature } from '../../feature.ts';
import { affiliateTotalsRoutes, linkedSubjectRoutes, offersRoutes } from './offers.routes.ts';
import { promotedKinds } from './promoted.ts';

export const affiliates: Feature = {
  name: 'affiliates',
  build: (deps) => ({
    routes: [
      offersRoutes(deps, promotedKinds.auction, '/auction/affiliate'),
      offersRoutes(deps, promotedKinds.heist, '/hurt/heist/affiliate'),
      affiliateTotalsRoutes(deps),
      linkedSubjectRoutes(deps),
    ],
  }),
};
