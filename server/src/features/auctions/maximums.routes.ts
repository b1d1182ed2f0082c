import { maximumsCalls } from '@copup/shared/calls/auctions.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import type { BiddingDeps } from './bid-lane.ts';
import { setMaximum } from './maximum-command.ts';

/** The caller's own maximum in an auction (A13). The room user:{id} shows it, to its owner only. */
export const maximumsRoutes = (deps: BiddingDeps & Pick<Deps, 'clock'>) =>
  routes(maximumsCalls, {
    'PUT /auction/max/:id': async ({ viewer, params, key, body }, reply) =>
      setMaximum(
        deps,
        params.id,
        { viewer, key, maximum: body.maxBidPoints },
        deps.clock.wallMs() - reply.elapsedTime,
      ),

    'DELETE /auction/max/:id': async ({ viewer, params, key }, reply) =>
      setMaximum(deps, params.id, { viewer, key, maximum: null }, deps.clock.wallMs() - reply.elapsedTime),
  });
