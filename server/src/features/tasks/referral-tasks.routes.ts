import { ReferralTask, TasksQuery, VerifyReply } from '@copup/shared/tasks.ts';
import { IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { countFriends, listReferralTasks } from './referral-tasks.queries.ts';
import { toReferralTask } from './tasks.wire.ts';
import { verifyReferrals } from './verify-referrals.ts';

const tags = ['tasks'];

/** Calls of players: referral tasks and their rewards (T1, T7). */
export const referralTasksRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'notices'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/task/referral-tasks',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'Referral tasks with the number of own friends, newest first',
          querystring: TasksQuery,
          response: { 200: z.array(ReferralTask) },
        },
      },
      async ({ viewer, query: { before, limit } }, reply) => {
        const [rows, friends] = await Promise.all([
          listReferralTasks(deps.db, viewer, { before, limit: limit + 1 }),
          countFriends(deps.db, viewer.userId),
        ]);
        const page = rows.slice(0, limit);
        if (rows.length > limit) reply.header('x-next-cursor', String(page.at(-1)?.id));
        return page.map((row) => toReferralTask(row, friends));
      },
    );

    app.post(
      '/task/referral-tasks/:id/verify',
      {
        config: {
          access: 'player',
          limit: 'payment',
          errors: ['TASK_NOT_FOUND', 'TARGET_NOT_REACHED', 'ALREADY_CLAIMED'],
        },
        schema: {
          tags,
          summary: 'Pays the reward of a referral task once its number of friends is reached',
          params: IdParams,
          headers: IdempotencyHeaders,
          response: { 200: VerifyReply },
        },
      },
      ({ viewer, params, headers }) =>
        verifyReferrals(deps, { referralTaskId: params.id, viewer, key: headers['idempotency-key'] }),
    );
  };
