import { suspensionCalls, suspensionsAdminCalls } from '@copup/shared/calls/suspensions.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { acted } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';
import { answerSuspension } from './answer-suspension.ts';
import { endSuspension, suspend, suspendApproved } from './suspend.ts';
import { listAnswers, listSuspensions } from './suspensions.queries.ts';

/** Suspension of players (S10). What it stops is decided in plugins/auth.ts and accounts/refuse-at-risk.ts. */
export const suspensions: Feature = {
  name: 'suspensions',
  build: (deps) => ({
    routes: [ownRoutes(deps), adminRoutes(deps)],
    approvedActions: suspendApproved(deps),
  }),
};

const ownRoutes = (deps: Pick<Deps, 'db' | 'mail' | 'config'>) => {
  async function read(userId: string) {
    const [[last], answers] = await Promise.all([
      listSuspensions(deps.db, userId),
      listAnswers(deps.db, userId),
    ]);
    if (!last?.is_in_force) return { suspension: null };
    const { reason, started_at, ends_at } = last;
    return { suspension: { reason, started_at, ends_at, answers } };
  }
  return routes(suspensionCalls, {
    'GET /user/suspension': ({ viewer }) => read(viewer.userId),
    'POST /user/suspension/answer': async ({ viewer, body }) => {
      await answerSuspension(deps, viewer, body.text);
      return read(viewer.userId);
    },
  });
};

const adminRoutes = (deps: Deps) => {
  const read = async (userId: string) => ({
    suspensions: await listSuspensions(deps.db, userId),
    answers: await listAnswers(deps.db, userId),
  });
  return routes(suspensionsAdminCalls, {
    'GET /:id/suspensions': ({ params }) => read(params.id),
    'POST /:id/suspend': acted(
      ({ id: userId, operatorId, body }) => suspend(deps, { ...body, userId, operatorId }),
      read,
    ),
    'POST /:id/end-suspension': acted(
      ({ id: userId, operatorId, body }) => endSuspension(deps, { ...body, userId, operatorId }),
      read,
    ),
  });
};
