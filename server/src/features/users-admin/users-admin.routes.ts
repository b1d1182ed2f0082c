import { rightsCalls, usersAdminCalls } from '@copup/shared/calls/users-admin.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { acted, recordHandlers } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';
import { listOwnSessions } from '../../sessions/session-list.ts';
import { adjust } from './adjust.ts';
import { changeRole } from './change-role.ts';
import { renameByOperator } from './rename-user.ts';
import { signOut } from './sign-out.ts';
import { addNote, listNotes } from './user-notes.ts';
import { userNotFound } from './users-admin.errors.ts';
import { findAdminUser, listUsers } from './users-admin.queries.ts';

/** /api/admin/users (O3, O4). */
export function usersAdminRoutes(deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings' | 'sessions'>) {
  const { read, get } = recordHandlers('users', {
    list: (query: Parameters<typeof listUsers>[1]) => listUsers(deps.db, query),
    find: (id: string) => findAdminUser(deps.db, id),
    notFound: userNotFound,
  });
  return routes(usersAdminCalls, {
    ...read,

    'POST /:id/rename': acted(
      ({ id: userId, operatorId, body }) => renameByOperator(deps, { ...body, userId, operatorId }),
      get,
    ),

    'PUT /:id': acted(
      ({ id: userId, operatorId, body }) => changeRole(deps, { ...body, userId, operatorId }),
      get,
    ),

    'GET /:id/sessions': async ({ params: { id: userId } }) => ({
      sessions: await listOwnSessions(deps.db, { userId }),
    }),
    'POST /:id/sign-out': async ({ viewer: { userId: operatorId }, params, body }) => {
      const ended = await signOut(deps, { ...body, userId: params.id, operatorId });
      return { message: ended === 1 ? 'One device is signed out' : `${ended} devices are signed out` };
    },
    'GET /:id/notes': async ({ params: { id } }) => ({ notes: await listNotes(deps.db, id) }),
    'POST /:id/notes': async ({ viewer: { userId: operatorId }, params: { id: userId }, body }) => {
      await addNote(deps.db, { userId, operatorId, text: body.text });
      return { notes: await listNotes(deps.db, userId) };
    },
    'POST /:id/adjust': async ({ viewer, params, headers, key, body }, reply) => {
      const by = { operatorId: viewer.userId, key, guard: headers['if-match'] };
      const adjusted = await adjust(deps, { ...by, userId: params.id, body });
      return reply.code(adjusted.status).send(adjusted.reply);
    },
  });
}

/** /api/admin/rights (S8). */
export const rightsRoutes = () =>
  routes(rightsCalls, {
    'GET /admin/rights': ({ viewer: { operatorRole: role }, server }) => {
      invariant(role, 'an operator has no role');
      return { role, commands: server.commandRights };
    },
  });
