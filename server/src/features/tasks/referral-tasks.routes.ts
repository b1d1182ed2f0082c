import { ReferralTask, VerifyReply } from '@copup/shared/tasks.ts';
import { CursorQuery, IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
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
          querystring: CursorQuery,
          response: { 200: z.array(ReferralTask) },
        },
      },
      async ({ viewer, query }, reply) => {
        const [page, friends] = await Promise.all([
          listReferralTasks(deps.db, viewer, query),
          countFriends(deps.db, viewer.userId),
        ]);
        return paged(reply, page).map((row) => toReferralTask(row, friends));
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
