import { PayEntryBody } from '@copup/shared/entry-payments.ts';
import {
  BuyTicketReply,
  CompletedHeist,
  Heist,
  HeistParticipants,
  type HeistState,
  UnlockBody,
  UnlockReply,
} from '@copup/shared/heists.ts';
import { heistRoom } from '@copup/shared/room-names.ts';
import { CursorQuery, IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import type { RememberedFacts } from '../../rooms/remembered-facts.ts';
import { findHeistFor, type ListedStatus, listCompleted, listHeists } from './heist-views.queries.ts';
import { heistNotFound } from './heists.errors.ts';
import { toCompletedHeist, toHeist } from './heists.wire.ts';
import { buyTicket, type TicketLane } from './ticket-lane.ts';
import { assertUnlocked, unlock } from './unlocks.ts';

interface HeistRoutesParts {
  realms: RememberedFacts<number>;
  tickets: TicketLane;
}

const tags = ['heists'];
const read = { access: 'user', limit: 'read' } as const;
const readOne = { ...read, errors: ['HEIST_NOT_FOUND'] } as const;

/** Lists by their status (H6), each newest first; X-Next-Cursor continues (X1). */
const lists = [
  { path: '/hurt/heists/available', status: 'available', what: 'Heists with tickets on sale' },
  { path: '/hurt/heists-on-hold', status: 'on_hold', what: 'Heists about to start' },
  { path: '/hurt/heists-waiting', status: 'waiting', what: 'Heists that open later; needs the unlock (H7)' },
  { path: '/hurt/heists-started', status: 'started', what: 'Heists that take answers' },
] as const satisfies { path: string; status: ListedStatus; what: string }[];

/** The calls of the specification's point 7, "Heist", that read heists and sell tickets. */
export const heistsRoutes =
  (
    deps: Pick<Deps, 'db' | 'newId' | 'clock' | 'rooms' | 'settings'>,
    { realms, tickets }: HeistRoutesParts,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    for (const { path, status, what } of lists) {
      app.get(
        path,
        {
          config: status === 'waiting' ? { ...read, errors: ['HEIST_LOCKED'] } : read,
          schema: {
            tags,
            summary: `${what}, newest first; X-Next-Cursor continues`,
            querystring: CursorQuery,
            response: { 200: z.array(Heist) },
          },
        },
        async ({ viewer, query }, reply) => {
          if (status === 'waiting') await assertUnlocked(deps, viewer.sessionId);
          return paged(reply, await listHeists(deps.db, viewer, status, query)).map(toHeist);
        },
      );
    }

    app.get(
      '/hurt/heists/completed',
      {
        config: read,
        schema: {
          tags,
          summary: 'Completed heists with their winners, the last one first; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(CompletedHeist) },
        },
      },
      async ({ viewer, query }, reply) =>
        paged(reply, await listCompleted(deps.db, viewer, query)).map(toCompletedHeist),
    );

    app.get(
      '/hurt/heist/:id',
      {
        config: readOne,
        schema: { tags, summary: 'One heist', params: IdParams, response: { 200: Heist } },
      },
      async ({ viewer, params }) => {
        const row = await findHeistFor(deps.db, viewer, params.id);
        if (!row) throw heistNotFound();
        return toHeist(row);
      },
    );

    app.get(
      '/hurt/heists/:id/participants',
      {
        config: readOne,
        schema: {
          tags,
          summary: 'How many tickets are sold and left; at most 250 ms old',
          params: IdParams,
          response: { 200: HeistParticipants },
        },
      },
      async ({ viewer, params }) => {
        if ((await realms.get(String(params.id))) !== viewer.realm) throw heistNotFound();
        const latest = await deps.rooms.latest(heistRoom(params.id));
        if (!latest) throw heistNotFound();
        const { participants, left } = latest.state as HeistState;
        return { participant_count: participants, remaining_spots: left };
      },
    );

    app.post(
      '/hurt/heists/pay-entry/:id',
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
          ],
        },
        schema: {
          tags,
          summary: 'Buys a ticket, once (H2)',
          params: IdParams,
          headers: IdempotencyHeaders,
          body: PayEntryBody,
          response: { 200: BuyTicketReply },
        },
      },
      ({ viewer, params, headers, body }, reply) =>
        buyTicket(
          { ...deps, tickets },
          params.id,
          { viewer, key: headers['idempotency-key'], referral: undefined, payWith: body?.pay_with },
          deps.clock.wallMs() - reply.elapsedTime,
        ),
    );

    app.post(
      '/hurt/heists/unlock',
      {
        config: { access: 'user', limit: 'heistUnlock', errors: ['WRONG_UNLOCK_CODE'] },
        schema: {
          tags,
          summary: 'Unlocks waiting heists for this session (H7)',
          body: UnlockBody,
          response: { 200: UnlockReply },
        },
      },
      async ({ viewer, body }) => {
        const until = await unlock(deps, { sessionId: viewer.sessionId, code: body.code });
        return { message: 'Prevent Heist is unlocked.', unlocked_until: until.toISOString() };
      },
    );
  };
