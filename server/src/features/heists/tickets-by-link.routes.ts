import { HeistReferralParams } from '@copup/shared/affiliates.ts';
import { PayEntryBody } from '@copup/shared/entry-payments.ts';
import { BuyTicketReply } from '@copup/shared/heists.ts';
import { IdempotencyHeaders } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireReferrer } from '../../affiliates/find-referrer.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { networkOf } from '../../networks.ts';
import { buyTicket, type TicketLane } from './ticket-lane.ts';

/** Tickets that are bought through affiliate links (T2). The ticket lane writes the referral with the ticket. */
export const ticketsByLinkRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'clock'>, tickets: TicketLane): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/hurt/heist/pay-entry/affiliate/:heistId/:referrerId',
      {
        config: {
          access: 'player',
          limit: 'ticket',
          errors: [
            'HEIST_NOT_FOUND',
            'HEIST_NOT_OPEN',
            'HEIST_LOCKED',
            'HEIST_FULL',
            'ALREADY_JOINED',
            'NOT_ENOUGH_COINS',
            'LIMIT_REACHED',
            'TAKING_A_BREAK',
            'UNKNOWN_REFERRER',
            'OWN_LINK',
          ],
        },
        schema: {
          tags: ['heists'],
          summary: 'Buys a ticket, once, through the affiliate link of another user (T2)',
          params: HeistReferralParams,
          headers: IdempotencyHeaders,
          body: PayEntryBody,
          response: { 201: BuyTicketReply },
        },
      },
      async ({ viewer, params, headers, body, ip }, reply) => {
        const { clock, db } = deps;
        const receivedAtMs = clock.wallMs() - reply.elapsedTime;
        const referrerId = await requireReferrer(db, viewer, params.referrerId);
        const referral = { referrerId, network: networkOf(ip) };
        const command = { viewer, key: headers['idempotency-key'], referral, payWith: body?.pay_with };
        const bought = buyTicket({ ...deps, tickets }, params.heistId, command, receivedAtMs);
        return reply.code(201).send(await bought.catch(rethrowQuoted));
      },
    );
  };

/** The specification has one text for both refusals of this call (R1). */
function rethrowQuoted(error: unknown): never {
  if (!(error instanceof Refusal) || (error.code !== 'ALREADY_JOINED' && error.code !== 'NOT_ENOUGH_COINS'))
    throw error;
  const { details } = error;
  throw new Refusal(error.code, 'Already joined the heist or insufficient copup coin.', {
    ...(details && { details }),
    cause: error,
  });
}
