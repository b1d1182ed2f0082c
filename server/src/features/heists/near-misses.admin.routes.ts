import { nearMissesCalls } from '@copup/shared/calls/heists.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { acceptAnswer } from './accept-answer.ts';
import { listNearMisses } from './near-misses.ts';

/** /api/admin/heists/{id}: the answers that nearly equal an accepted one (H3). */
export const nearMissesRoutes = (deps: Pick<Deps, 'db' | 'newId' | 'settings'>) =>
  routes(nearMissesCalls, {
    'GET /admin/heists/:id/near-misses': async ({ params }) => ({
      items: await listNearMisses(deps.db, params.id),
    }),

    'POST /admin/heists/:id/accept-answer': async ({ viewer, params, body }, reply) => {
      const pending = await acceptAnswer(deps, {
        heistId: params.id,
        userId: body.user_id,
        operatorId: viewer.userId,
        reason: body.reason,
      });
      if (pending) return reply.code(202).send(pending);
      return reply.code(200).send({ items: await listNearMisses(deps.db, params.id) });
    },
  });
