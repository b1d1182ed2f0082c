import {
  AdjustBody,
  AdjustReply,
  AdminUser,
  AdminUsersQuery,
  ApprovalPending,
  EditUserBody,
  RenameUserBody,
} from '@copup/shared/admin.ts';
import { GuardHeaders } from '@copup/shared/consequences.ts';
import { IdempotencyHeaders, UuidParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { adminConfig, recordAction, serveRecords } from '../../operators/record-routes.ts';
import { adjust } from './adjust.ts';
import { changeRole } from './change-role.ts';
import { renameByOperator } from './rename-user.ts';
import { userNotFound } from './users-admin.errors.ts';
import { findAdminUser, listUsers } from './users-admin.queries.ts';

const tag = 'operators: users';

/** /api/admin/users (O3, O4). */
export const usersAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings' | 'sessions'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getUser = serveRecords(
      app,
      {
        plural: 'users',
        tag,
        summaries: { list: 'Users of all realms; the total is in Content-Range', one: 'One user' },
        filters: AdminUsersQuery,
        reply: AdminUser,
        params: UuidParams,
        notFound: userNotFound,
        list: (query) => listUsers(deps.db, query),
        find: (id) => findAdminUser(deps.db, id),
        toReplies: (rows) => rows,
      },
      [renameAction(deps)],
    );

    app.put(
      '/admin/users/:id',
      {
        config: { ...adminConfig, errors: ['USER_NOT_FOUND', 'ALREADY_REQUESTED'] },
        schema: {
          tags: [tag],
          summary: 'Requests a change of a role, which a second operator must approve (S8, O3a)',
          params: UuidParams,
          body: EditUserBody,
          response: { 200: AdminUser, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, body }, reply) => {
        const change = { ...body, userId: params.id, operatorId: viewer.userId };
        const pending = await changeRole(deps, change);
        return pending
          ? reply.code(202).send(pending)
          : reply.code(200).send(await getUser(params.id, viewer));
      },
    );

    app.post(
      '/admin/users/:id/adjust',
      {
        config: {
          ...adminConfig,
          errors: ['USER_NOT_FOUND', 'NOT_ENOUGH_COINS', 'OWN_WALLET', 'FACTS_CHANGED'],
        },
        schema: {
          tags: [tag],
          summary: 'Credits or debits coins; 202 when a second operator has to approve (O4, O3a)',
          params: UuidParams,
          headers: IdempotencyHeaders.extend(GuardHeaders.shape),
          body: AdjustBody,
          response: { 200: AdjustReply, 202: AdjustReply },
        },
      },
      async ({ viewer, params, headers, body }, reply) => {
        const key = headers['idempotency-key'];
        const adjusted = await adjust(deps, {
          ...{ userId: params.id, operatorId: viewer.userId, body, key },
          guard: headers['if-match'],
        });
        return reply.code(adjusted.status as 200 | 202).send(adjusted.reply);
      },
    );
  };

const renameAction = (deps: Pick<Deps, 'db' | 'settings' | 'sessions' | 'notices'>) =>
  recordAction<RenameUserBody, string>({
    action: 'rename',
    summary: 'Gives a player another username; the player reads the reason (X13)',
    errors: ['USER_NOT_FOUND', 'USERNAME_TAKEN'],
    body: RenameUserBody,
    isKeyed: false,
    run: ({ id: userId, operatorId, body }) => renameByOperator(deps, { ...body, userId, operatorId }),
  });
