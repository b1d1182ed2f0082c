import { jobsAdminCalls } from '@copup/shared/calls/jobs.ts';
import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import { routes } from '../../routes.ts';
import { decideJob, listForOperators, retryJobs, sendMailAgain } from './decide-job.ts';

/** /api/admin/jobs: scheduled jobs, mails and sweeps, and what failed (O1). */
export const jobsAdminRoutes = (deps: Pick<Deps, 'db' | 'jobs'>, all: AllFeatures) =>
  routes(jobsAdminCalls, {
    'GET /admin/jobs': () => listForOperators(deps, all),

    'POST /admin/jobs/retry': ({ viewer, body }) =>
      retryJobs(deps, { ids: 'ids' in body ? body.ids : undefined, operatorId: viewer.userId }),

    'POST /admin/jobs/:id/retry': ({ viewer, params }) =>
      decideJob(deps, { id: params.id, operatorId: viewer.userId, action: 'retry' }),

    'POST /admin/jobs/:id/remove': ({ viewer, params }) =>
      decideJob(deps, { id: params.id, operatorId: viewer.userId, action: 'remove' }),

    'POST /admin/mails/:id/retry': ({ viewer, params }) =>
      sendMailAgain(deps, { id: params.id, operatorId: viewer.userId }),
  });
