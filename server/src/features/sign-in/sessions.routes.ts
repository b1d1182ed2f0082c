import { EndSessionsBody, OwnSessions } from '@copup/shared/auth.ts';
import { Message, UuidParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { listOwnSessions } from '../../sessions/session-list.ts';
import type { SessionsToEnd } from '../../sessions/session-writes.ts';
import { unknownSession } from './sign-in.errors.ts';

const tags = ['sign-in'];

/** A user's own sessions: lists them, and ends one, the others or all (S8a). */
export const sessionsRoutes =
  (deps: Pick<Deps, 'db' | 'sessions'>): FastifyPluginAsyncZod =>
  async (app) => {
    async function end(which: SessionsToEnd): Promise<number> {
      const ended = await inTransaction(deps.db, (tx) => deps.sessions.end(tx, which));
      await deps.sessions.readChanges();
      return ended;
    }

    app.get(
      '/auth/sessions',
      {
        config: { access: 'user' },
        schema: { tags, summary: 'The user’s own sessions (S8a)', response: { 200: OwnSessions } },
      },
      async ({ viewer }) => ({ sessions: await listOwnSessions(deps.db, viewer) }),
    );

    app.delete(
      '/auth/sessions/:id',
      {
        config: { access: 'user', errors: ['NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Ends one of the user’s sessions, including its sockets',
          params: UuidParams,
          response: { 200: Message },
        },
      },
      async ({ viewer: { userId }, params }) => {
        const ended = await end({ userId, sessionId: params.id, reason: 'ended by the user' });
        if (ended === 0) throw unknownSession();
        return { message: 'The device is signed out' };
      },
    );

    app.post(
      '/auth/sessions/end',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Ends the user’s other sessions, or all',
          body: EndSessionsBody,
          response: { 200: Message },
        },
      },
      async ({ viewer: { userId, sessionId }, body }) => {
        const except = body.which === 'others' ? { exceptSessionId: sessionId } : {};
        await end({ userId, ...except, reason: 'ended by the user' });
        return {
          message: body.which === 'others' ? 'Other devices are signed out' : 'All devices are signed out',
        };
      },
    );
  };
