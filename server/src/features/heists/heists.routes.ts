import { heistsCalls } from '@copup/shared/calls/heists.ts';
import type { HeistState } from '@copup/shared/heists.ts';
import { heistRoom } from '@copup/shared/room-names.ts';
import type { CursorQuery } from '@copup/shared/wire.ts';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import type { RememberedFacts } from '../../rooms/remembered-facts.ts';
import { routes } from '../../routes.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findHeistFor, type ListedStatus, listCompleted, listHeists } from './heist-views.queries.ts';
import { heistNotFound } from './heists.errors.ts';
import { toCompletedHeist, toHeist } from './heists.wire.ts';
import { buyTicket, type TicketLane } from './ticket-lane.ts';
import { assertUnlocked, unlock } from './unlocks.ts';

interface HeistRoutesParts {
  realms: RememberedFacts<number>;
  tickets: TicketLane;
}

/** The calls of the specification's point 7, "Heist", that read heists and sell tickets. */
export const heistsRoutes = (
  deps: Pick<Deps, 'db' | 'newId' | 'clock' | 'rooms' | 'settings'>,
  { realms, tickets }: HeistRoutesParts,
) => {
  const listOf = async (
    status: ListedStatus,
    viewer: Viewer,
    query: z.output<typeof CursorQuery>,
    reply: FastifyReply,
  ) => paged(reply, await listHeists(deps.db, viewer, status, query)).map(toHeist);

  return routes(heistsCalls, {
    'GET /hurt/heists/available': ({ viewer, query }, reply) => listOf('available', viewer, query, reply),

    'GET /hurt/heists-on-hold': ({ viewer, query }, reply) => listOf('on_hold', viewer, query, reply),

    'GET /hurt/heists-waiting': async ({ viewer, query }, reply) => {
      await assertUnlocked(deps, viewer.sessionId);
      return listOf('waiting', viewer, query, reply);
    },

    'GET /hurt/heists-started': ({ viewer, query }, reply) => listOf('started', viewer, query, reply),

    'GET /hurt/heists/completed': async ({ viewer, query }, reply) =>
      paged(reply, await listCompleted(deps.db, viewer, query)).map(toCompletedHeist),

    'GET /hurt/heist/:id': async ({ viewer, params }) => {
      const row = await findHeistFor(deps.db, viewer, params.id);
      if (!row) throw heistNotFound();
      return toHeist(row);
    },

    'GET /hurt/heists/:id/participants': async ({ viewer, params }) => {
      if ((await realms.get(String(params.id))) !== viewer.realm) throw heistNotFound();
      const latest = await deps.rooms.latest(heistRoom(params.id));
      if (!latest) throw heistNotFound();
      const { participants, left } = latest.state as HeistState;
      return { participant_count: participants, remaining_spots: left };
    },

    'POST /hurt/heists/pay-entry/:id': ({ viewer, params, key, body }, reply) =>
      buyTicket(
        { ...deps, tickets },
        params.id,
        { viewer, key, referral: undefined, payWith: body?.pay_with },
        deps.clock.wallMs() - reply.elapsedTime,
      ),

    'POST /hurt/heists/unlock': async ({ viewer, body }) => {
      const until = await unlock(deps, { sessionId: viewer.sessionId, code: body.code });
      return { message: 'Prevent Heist is unlocked.', unlocked_until: until.toISOString() };
    },
  });
};
