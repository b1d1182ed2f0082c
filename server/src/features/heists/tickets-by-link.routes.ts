import { ticketsByLinkCalls } from '@copup/shared/calls/heists.ts';
import { networkOf } from '../../client-facts.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { routes } from '../../routes.ts';
import { requireReferrer } from '../../subjects/find-referrer.ts';
import { buyTicket, type TicketLane } from './ticket-lane.ts';

/** Tickets that are bought through affiliate links (T2). The ticket lane writes the referral with the ticket. */
export const ticketsByLinkRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'clock'>, tickets: TicketLane) =>
  routes(ticketsByLinkCalls, {
    'POST /hurt/heist/pay-entry/affiliate/:heistId/:referrerId': async (
      { viewer, params, key, body, ip },
      reply,
    ) => {
      const { clock, db } = deps;
      const receivedAtMs = clock.wallMs() - reply.elapsedTime;
      const referrerId = await requireReferrer(db, viewer, params.referrerId);
      const referral = { referrerId, network: networkOf(ip) };
      const command = { viewer, key, referral, payWith: body?.pay_with };
      const bought = buyTicket({ ...deps, tickets }, params.heistId, command, receivedAtMs);
      return reply.code(201).send(await bought.catch(rethrowQuoted));
    },
  });

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
