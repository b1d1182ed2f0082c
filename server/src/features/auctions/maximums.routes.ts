import { MaximumBody, MaximumReply } from '@copup/shared/auctions.ts';
import { IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { closedErrors, spendingErrors } from './lane-errors.ts';
import type { PlaceBidDeps } from './place-bid.ts';
import { setMaximum } from './set-maximum.ts';

const tags = ['auctions'];
const common = { access: 'player', limit: 'maximum' } as const;

/** The caller's own maximum in an auction (A13). The room user:{id} shows it, to its owner only. */
export const maximumsRoutes =
  (deps: PlaceBidDeps & Pick<Deps, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      '/auction/max/:id',
      {
        config: {
          ...common,
          errors: [...closedErrors, ...spendingErrors, 'PRICE_MOVED'],
        },
        schema: {
          tags,
          summary:
            'Bids for the caller up to a maximum, which is held: sets, raises or lowers it, and bids at once unless the caller leads (A13)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: MaximumBody,
          response: { 200: MaximumReply },
        },
      },
      async ({ viewer, params, headers, body }, reply) =>
        setMaximum(
          deps,
          params.id,
          { viewer, key: headers['idempotency-key'], maximum: body.maxBidPoints },
          deps.clock.wallMs() - reply.elapsedTime,
        ),
    );

    app.delete(
      '/auction/max/:id',
      {
        config: { ...common, errors: [...closedErrors, 'NO_MAXIMUM'] },
        schema: {
          tags,
          summary:
            'Withdraws the caller’s maximum: the leading bid stays, and the rest of the hold returns (A13)',
          params: IdParams,
          headers: IdempotencyHeaders,
          response: { 200: MaximumReply },
        },
      },
      async ({ viewer, params, headers }, reply) =>
        setMaximum(
          deps,
          params.id,
          { viewer, key: headers['idempotency-key'], maximum: null },
          deps.clock.wallMs() - reply.elapsedTime,
        ),
    );
  };
