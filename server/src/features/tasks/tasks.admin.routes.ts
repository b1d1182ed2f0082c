import { AdminTask, AdminTasksQuery, EditTaskBody, NewTaskBody } from '@copup/shared/tasks.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { findAdminTask, listAdminTasks } from './tasks.admin.queries.ts';
import { taskNotFound } from './tasks.errors.ts';
import { createTask, editTask } from './write-task.ts';

const tags = ['operators: tasks'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/tasks: social tasks (O3). */
export const tasksAdminRoutes =
  (deps: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    const getTask = async (id: number): Promise<AdminTask> => {
      const task = await findAdminTask(deps.db, id);
      if (!task) throw taskNotFound();
      return task;
    };

    app.get(
      '/admin/tasks',
      {
        config,
        schema: {
          tags,
          summary: 'All social tasks; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminTasksQuery.shape),
          response: { 200: z.array(AdminTask) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listAdminTasks(deps.db, query);
        reply.header('content-range', contentRange('tasks', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/tasks/:id',
      {
        config: { ...config, errors: ['TASK_NOT_FOUND'] },
        schema: { tags, summary: 'One social task', params: IdParams, response: { 200: AdminTask } },
      },
      ({ params }) => getTask(params.id),
    );

    app.post(
      '/admin/tasks',
      {
        config,
        schema: { tags, summary: 'Creates a social task', body: NewTaskBody, response: { 201: AdminTask } },
      },
      async ({ viewer, body }, reply) =>
        reply.code(201).send(await getTask(await createTask(deps, viewer.userId, body))),
    );

    app.put(
      '/admin/tasks/:id',
      {
        config: { ...config, errors: ['TASK_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Edits a social task; uploads keep the reward of their time',
          params: IdParams,
          body: EditTaskBody,
          response: { 200: AdminTask },
        },
      },
      async ({ viewer, params, body }) => {
        await editTask(deps, { id: params.id, operatorId: viewer.userId }, body);
        return getTask(params.id);
      },
    );
  };
