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
import { IdempotencyHeaders, ListQuery, UuidParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { adjust } from './adjust.ts';
import { changeRole } from './change-role.ts';
import { renameByOperator } from './rename-user.ts';
import { userNotFound } from './users-admin.errors.ts';
import { findAdminUser, listUsers } from './users-admin.queries.ts';

const tags = ['operators: users'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/users (O3, O4). */
export const usersAdminRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings' | 'sessions'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getUser = async (id: string): Promise<AdminUser> => {
      const user = await findAdminUser(deps.db, id);
      if (!user) throw userNotFound();
      return user;
    };

    app.get(
      '/admin/users',
      {
        config,
        schema: {
          tags,
          summary: 'Users of all realms; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminUsersQuery.shape),
          response: { 200: z.array(AdminUser) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listUsers(deps.db, query);
        reply.header('content-range', contentRange('users', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/users/:id',
      {
        config: { ...config, errors: ['USER_NOT_FOUND'] },
        schema: { tags, summary: 'One user', params: UuidParams, response: { 200: AdminUser } },
      },
      ({ params }) => getUser(params.id),
    );

    app.put(
      '/admin/users/:id',
      {
        config: { ...config, errors: ['USER_NOT_FOUND', 'ALREADY_REQUESTED'] },
        schema: {
          tags,
          summary: 'Requests a change of a role, which a second operator must approve (S8, O3a)',
          params: UuidParams,
          body: EditUserBody,
          response: { 200: AdminUser, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, body }, reply) => {
        const change = { ...body, userId: params.id, operatorId: viewer.userId };
        const pending = await changeRole(deps, change);
        return pending ? reply.code(202).send(pending) : reply.code(200).send(await getUser(params.id));
      },
    );

    app.post(
      '/admin/users/:id/adjust',
      {
        config: {
          ...config,
          errors: ['USER_NOT_FOUND', 'NOT_ENOUGH_COINS', 'OWN_WALLET', 'FACTS_CHANGED'],
        },
        schema: {
          tags,
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

    app.post(
      '/admin/users/:id/rename',
      {
        config: { ...config, errors: ['USER_NOT_FOUND', 'USERNAME_TAKEN'] },
        schema: {
          tags,
          summary: 'Gives a player another username; the player reads the reason (X13)',
          params: UuidParams,
          body: RenameUserBody,
          response: { 200: AdminUser },
        },
      },
      async ({ viewer, params, body }) => {
        await renameByOperator(deps, { ...body, userId: params.id, operatorId: viewer.userId });
        return getUser(params.id);
      },
    );
  };
