import {
  AdminReferralTask,
  AdminReferralTasksQuery,
  EditReferralTaskBody,
  NewReferralTaskBody,
} from '@copup/shared/tasks.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { findAdminReferralTask, listAdminReferralTasks } from './referral-tasks.admin.queries.ts';
import { taskNotFound } from './tasks.errors.ts';
import { createReferralTask, editReferralTask } from './write-referral-task.ts';

const tags = ['operators: tasks'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/referral-tasks: rewards for friends who register (O3). */
export const referralTasksAdminRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getTask = async (id: number): Promise<AdminReferralTask> => {
      const task = await findAdminReferralTask(deps.db, id);
      if (!task) throw taskNotFound();
      return task;
    };

    app.get(
      '/admin/referral-tasks',
      {
        config,
        schema: {
          tags,
          summary: 'All referral tasks; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminReferralTasksQuery.shape),
          response: { 200: z.array(AdminReferralTask) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listAdminReferralTasks(deps.db, query);
        reply.header('content-range', contentRange('referral-tasks', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/referral-tasks/:id',
      {
        config: { ...config, errors: ['TASK_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'One referral task',
          params: IdParams,
          response: { 200: AdminReferralTask },
        },
      },
      ({ params }) => getTask(params.id),
    );

    app.post(
      '/admin/referral-tasks',
      {
        config,
        schema: {
          tags,
          summary: 'Creates a referral task',
          body: NewReferralTaskBody,
          response: { 201: AdminReferralTask },
        },
      },
      async ({ viewer, body }, reply) =>
        reply.code(201).send(await getTask(await createReferralTask(deps, viewer.userId, body))),
    );

    app.put(
      '/admin/referral-tasks/:id',
      {
        config: { ...config, errors: ['TASK_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Edits a referral task; rewards that were paid stay paid',
          params: IdParams,
          body: EditReferralTaskBody,
          response: { 200: AdminReferralTask },
        },
      },
      async ({ viewer, params, body }) => {
        await editReferralTask(deps, { id: params.id, operatorId: viewer.userId }, body);
        return getTask(params.id);
      },
    );
  };
