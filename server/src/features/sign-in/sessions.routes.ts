import { sessionsCalls } from '@copup/shared/calls/sign-in.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { listOwnSessions } from '../../sessions/session-list.ts';
import type { SessionsToEnd } from '../../sessions/session-writes.ts';
import { unknownSession } from './sign-in.errors.ts';

/** A user's own sessions: lists them, and ends one, the others or all (S8a). */
export const sessionsRoutes = (deps: Pick<Deps, 'db' | 'sessions'>) => {
  async function end(which: SessionsToEnd): Promise<number> {
    const ended = await inTransaction(deps.db, (tx) => deps.sessions.end(tx, which));
    await deps.sessions.readChanges();
    return ended;
  }

  return routes(sessionsCalls, {
    'GET /auth/sessions': async ({ viewer }) => ({ sessions: await listOwnSessions(deps.db, viewer) }),

    'DELETE /auth/sessions/:id': async ({ viewer: { userId }, params }) => {
      const ended = await end({ userId, sessionId: params.id, reason: 'ended by the user' });
      if (ended === 0) throw unknownSession();
      return { message: 'The device is signed out' };
    },

    'POST /auth/sessions/end': async ({ viewer: { userId, sessionId }, body }) => {
      const except = body.which === 'others' ? { exceptSessionId: sessionId } : {};
      await end({ userId, ...except, reason: 'ended by the user' });
      return {
        message: body.which === 'others' ? 'Other devices are signed out' : 'All devices are signed out',
      };
    },
  });
};
