import { jobsAdminCalls } from '@copup/shared/calls/jobs.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { decideJob, listForOperators, sendMailAgain } from './decide-job.ts';

/** /api/admin/jobs: scheduled jobs, mails and sweeps, and what failed (O1). */
export const jobsAdminRoutes = (deps: Pick<Deps, 'db' | 'jobs'>) =>
  routes(jobsAdminCalls, {
    'GET /admin/jobs': () => listForOperators(deps),

    'POST /admin/jobs/:id/retry': ({ viewer, params }) =>
      decideJob(deps, { id: params.id, operatorId: viewer.userId, action: 'retry' }),

    'POST /admin/jobs/:id/remove': ({ viewer, params }) =>
      decideJob(deps, { id: params.id, operatorId: viewer.userId, action: 'remove' }),

    'POST /admin/mails/:id/retry': ({ viewer, params }) =>
      sendMailAgain(deps, { id: params.id, operatorId: viewer.userId }),
  });
