import { ApprovalPending } from '@copup/shared/admin.ts';
import { AcceptAnswerBody, NearMissesReply } from '@copup/shared/heists.ts';
import { IdParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { acceptAnswer } from './accept-answer.ts';
import { listNearMisses } from './near-misses.ts';

const tags = ['operators: heists'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/heists/{id}: the answers that nearly equal an accepted one (H3). */
export const nearMissesRoutes =
  (deps: Pick<Deps, 'db' | 'newId' | 'settings'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/heists/:id/near-misses',
      {
        config: { ...config, errors: ['HEIST_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Answers that nearly equal an accepted one, the closest first',
          params: IdParams,
          response: { 200: NearMissesReply },
        },
      },
      async ({ params }) => ({ items: await listNearMisses(deps.db, params.id) }),
    );

    app.post(
      '/admin/heists/:id/accept-answer',
      {
        config: {
          ...config,
          errors: [
            'HEIST_NOT_FOUND',
            'HEIST_NOT_STARTED',
            'HEIST_ENDED',
            'NOT_FOUND',
            'OWN_WALLET',
            'ALREADY_DECIDED',
            'ALREADY_REQUESTED',
          ],
        },
        schema: {
          tags,
          summary:
            'Accepts a near miss before the end, for all users with the same answer; 202 when a second operator has to approve (O3a)',
          params: IdParams,
          body: AcceptAnswerBody,
          response: { 200: NearMissesReply, 202: ApprovalPending },
        },
      },
      async ({ viewer, params, body }, reply) => {
        const pending = await acceptAnswer(deps, {
          heistId: params.id,
          userId: body.user_id,
          operatorId: viewer.userId,
          reason: body.reason,
        });
        if (pending) return reply.code(202).send(pending);
        return reply.code(200).send({ items: await listNearMisses(deps.db, params.id) });
      },
    );
  };
