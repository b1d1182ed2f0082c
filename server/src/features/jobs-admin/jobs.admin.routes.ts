import { AdminJobs, JobParams } from '@copup/shared/jobs.ts';
import { IdParams, Message } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { adminConfig } from '../../operators/record-routes.ts';
import { decideJob, listForOperators, sendMailAgain } from './decide-job.ts';

const tags = ['operators: jobs'];
const summaries = {
  retry: 'Runs a failed job again; audited',
  remove: 'Removes the record of a failed job; the periodic sweep still does its work; audited',
};

/** /api/admin/jobs: scheduled jobs, mails and sweeps, and what failed (O1). */
export const jobsAdminRoutes =
  (deps: Pick<Deps, 'db' | 'jobs'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/jobs',
      {
        config: adminConfig,
        schema: {
          tags,
          summary: 'Failed jobs with the reason, the next jobs, failing mails, and the sweeps of this server',
          response: { 200: AdminJobs },
        },
      },
      () => listForOperators(deps),
    );

    for (const action of ['retry', 'remove'] as const)
      app.post(
        `/admin/jobs/:id/${action}`,
        {
          config: { ...adminConfig, errors: ['JOB_NOT_FOUND', 'JOB_NOT_FAILED'] },
          schema: { tags, summary: summaries[action], params: JobParams, response: { 200: Message } },
        },
        ({ viewer, params }) => decideJob(deps, { id: params.id, operatorId: viewer.userId, action }),
      );

    app.post(
      '/admin/mails/:id/retry',
      {
        config: { ...adminConfig, errors: ['JOB_NOT_FOUND'] },
        schema: {
          tags,
          summary: 'Sends a mail that failed at once; audited',
          params: IdParams,
          response: { 200: Message },
        },
      },
      ({ viewer, params }) => sendMailAgain(deps, { id: params.id, operatorId: viewer.userId }),
    );
  };
